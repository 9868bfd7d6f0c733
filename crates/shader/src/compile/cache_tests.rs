//! Each fault of the cache, with what is told.

use super::*;
use crate::translate::Options;
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("candor-shader-cache-{}-{n}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn cache(&self) -> ShaderCache {
        ShaderCache::new(&self.0, 1 << 20)
    }

    /// Its entries.
    fn entries(&self) -> Vec<PathBuf> {
        let all = fs::read_dir(&self.0).unwrap().map(|e| e.unwrap().path());
        let mut all: Vec<_> = all.filter(|p| p.extension().is_some_and(|e| e == ENTRY)).collect();
        all.sort();
        all
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn desc(size: u32) -> ShaderDesc {
    ShaderDesc::wgsl("a", "@compute @workgroup_size(SIZE) fn main() {}").define("SIZE", &size.to_string())
}

#[test]
fn what_was_compiled_is_there_and_whatever_changes_makes_another() {
    let folder = Folder::new();
    let cache = folder.cache();
    let (first, made) = cache.compile(&desc(1)).unwrap();
    assert_eq!(made, Cached::Made);
    let (second, hit) = cache.compile(&desc(1)).unwrap();
    assert_eq!((hit, &second), (Cached::Hit, &first));
    let (other, made) = cache.compile(&desc(2)).unwrap();
    assert_eq!(made, Cached::Made);
    assert_ne!(other.words(), first.words());
    assert_eq!(folder.entries().len(), 2);
    assert!(cache.compile(&ShaderDesc::wgsl("a", "fault")).is_err());
    assert_eq!(folder.entries().len(), 2, "faults are not kept");
    // Another language, another stage.
    let glsl = |stage| ShaderDesc::glsl("a", stage, "#version 450\nvoid main() {}");
    let (compute, _) = cache.compile(&glsl(crate::Stage::Compute)).unwrap();
    let (fragment, made) = cache.compile(&glsl(crate::Stage::Fragment)).unwrap();
    assert_eq!(made, Cached::Made);
    assert_ne!(compute.words(), fragment.words());
}

#[test]
fn what_an_included_file_holds_counts() {
    let folder = Folder::new();
    fs::create_dir_all(folder.0.join("src")).unwrap();
    let (main, lib) = (folder.0.join("src/main.wgsl"), folder.0.join("src/lib.wgsl"));
    fs::write(&main, "#include \"lib.wgsl\"\n@compute @workgroup_size(N) fn main() {}\n").unwrap();
    fs::write(&lib, "const N = 4;\n").unwrap();
    let cache = ShaderCache::new(folder.0.join("cache"), 1 << 20);
    let of = || cache.compile(&ShaderDesc::file(&main)).unwrap();
    assert_eq!(of().1, Cached::Made);
    let (hit, told) = of();
    assert_eq!((told, hit.files().len()), (Cached::Hit, 2));
    fs::write(&lib, "const N = 8;\n").unwrap();
    let (changed, told) = of();
    assert_eq!((told, changed.entry_points()[0].workgroup_size), (Cached::Made, Some([8, 1, 1])));
}

#[test]
fn damaged_entries_are_told_and_made_again() {
    let folder = Folder::new();
    let cache = folder.cache();
    let (good, _) = cache.compile(&desc(1)).unwrap();
    let path = folder.entries().remove(0);
    let file = fs::read(&path).unwrap();
    let flipped = |at: usize| {
        let mut bad = file.clone();
        bad[at] ^= 1;
        bad
    };
    let foreign = Seal { version: 9, ..SEAL }.close(b"");
    let mistaken = SEAL.close(&[&[b'0'; 32][..], &file[84..]].concat());
    for (bad, told) in [
        (flipped(60), "is damaged: the hash of its contents is another"),
        (flipped(10), "is damaged: the hash of its header is another"),
        (file[..file.len() - 1].to_vec(), "bytes and should have"),
        (file[..5].to_vec(), "has 5 bytes and should have 52"),
        (Vec::new(), "does not begin as one does"),
        (foreign, "is of version 9, and version 1 is read"),
        (mistaken, "the hash of its key is another"),
    ] {
        fs::write(&path, bad).unwrap();
        let (again, cached) = cache.compile(&desc(1)).unwrap();
        assert!(
            matches!(cached, Cached::Remade { .. }) && cached.to_string().contains(told),
            "{told}: {cached}"
        );
        assert_eq!(again, good);
        assert_eq!(cache.compile(&desc(1)).unwrap().1, Cached::Hit);
    }
}

#[test]
fn a_folder_that_cannot_be_written_costs_time_alone() {
    let folder = Folder::new();
    fs::write(&folder.0, "a file").unwrap();
    let (made, cached) = folder.cache().compile(&desc(1)).unwrap();
    assert!(matches!(cached, Cached::NotKept { .. }), "{cached}");
    assert!(cached.to_string().contains("nothing is lost but time"), "{cached}");
    assert_eq!(made.entry_points().len(), 1);
    fs::remove_file(&folder.0).unwrap();
}

#[test]
fn what_was_used_longest_ago_goes_first() {
    let folder = Folder::new();
    let _ = folder.cache().compile(&desc(1)).unwrap();
    let one = fs::metadata(&folder.entries()[0]).unwrap().len();
    let cache = ShaderCache::new(&folder.0, one * 3 + one / 2);
    let set = |path: &Path, seconds: u64| {
        let file = fs::File::options().append(true).open(path).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
    };
    set(&folder.entries()[0], 1000);
    let before = folder.entries();
    for size in [2, 3] {
        let _ = cache.compile(&desc(size)).unwrap();
        let new = folder
            .entries()
            .into_iter()
            .find(|p| {
                !before.contains(p)
                    && fs::metadata(p).unwrap().modified().unwrap()
                        > SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000)
            })
            .unwrap();
        set(&new, 1000 + u64::from(size));
    }
    // Asking for the oldest makes it the newest.
    assert_eq!(cache.compile(&desc(1)).unwrap().1, Cached::Hit);
    assert_eq!(cache.compile(&desc(4)).unwrap().1, Cached::Made);
    assert_eq!(folder.entries().len(), 3);
    assert_eq!(cache.compile(&desc(1)).unwrap().1, Cached::Hit);
    assert_eq!(cache.compile(&desc(3)).unwrap().1, Cached::Hit);
    assert_eq!(cache.compile(&desc(2)).unwrap().1, Cached::Made, "the oldest is gone");
    // What a process left half written long ago goes too, what is being written stays.
    let (old, new) = (folder.0.join("x.shader.1.1.new"), folder.0.join("y.shader.1.1.new"));
    fs::write(&old, "").unwrap();
    fs::write(&new, "").unwrap();
    set(&old, 1000);
    let _ = cache.compile(&desc(5)).unwrap();
    assert!(!old.exists() && new.exists());
}

#[test]
fn writers_do_not_meet() {
    let folder = Folder::new();
    let caches: Vec<ShaderCache> = (0..4).map(|_| folder.cache()).collect();
    std::thread::scope(|s| {
        for cache in &caches {
            s.spawn(move || {
                for round in 0..20 {
                    let (made, cached) = cache.compile(&desc(1 + round % 4)).unwrap();
                    assert_eq!(made.entry_points()[0].workgroup_size, Some([1 + round % 4, 1, 1]));
                    assert!(matches!(cached, Cached::Hit | Cached::Made), "{cached}");
                }
            });
        }
    });
    assert_eq!(folder.entries().len(), 4);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 4, "nothing stays beside them");
}

#[cfg(feature = "package")]
#[test]
fn translations_are_kept_by_target() {
    let folder = Folder::new();
    let cache = folder.cache();
    let (made, _) = cache.compile(&desc(1)).unwrap();
    let of = |target| cache.translate(made.words(), "main", target, &Options::default());
    let (first, told) = of(Target::Msl).unwrap();
    assert_eq!(told, Cached::Made);
    let (again, told) = of(Target::Msl).unwrap();
    assert_eq!((told, again), (Cached::Hit, first));
    assert_eq!(of(Target::Hlsl60).unwrap().1, Cached::Made);
    assert!(of(Target::GlslEs300).is_err());
}
