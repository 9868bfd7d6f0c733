//! Every fault of the file, with the outcome's text.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::*;
use candor_rhi::null::{NullBackend, NullDesc};
use candor_rhi::{ComputePipelineDesc, PushLayout};

const SHADERS: ShaderHash = ShaderHash(7);

fn device() -> Device {
    Device::new(NullBackend::new(NullDesc::default()))
}

/// A device that knows a few pipelines.
fn used() -> Device {
    let device = device();
    let fill = candor_shader::get("compute_fill.cs_main").unwrap();
    let entries = candor_rhi::LayoutEntry::new(
        0,
        candor_rhi::Stages::COMPUTE,
        candor_rhi::BindingKind::Storage { dynamic: false, write: true },
    );
    let layout = candor_rhi::BindGroupLayoutDesc { label: "l", entries: &[entries], samplers: &[] };
    let layout = device.create_bind_group_layout(&layout).unwrap();
    let shader = candor_rhi::ShaderStage { spirv: fill.words(), entry: fill.entry_point, constants: &[] };
    let push = PushLayout { stages: candor_rhi::Stages::COMPUTE, bytes: 64 };
    let d = ComputePipelineDesc { label: "fill", groups: &[&layout], push, shader };
    device.create_compute_pipeline(&d).unwrap();
    device
}

/// A folder of its own, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("candor-pipelines-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> CacheFile {
        CacheFile::new(self.0.join("below").join("cache.bin"))
    }

    /// A file that is good.
    fn good(&self) -> (CacheFile, Vec<u8>) {
        let file = self.file();
        assert!(matches!(file.keep(&used(), SHADERS), CacheKept::Written { bytes: 16 }));
        let bytes = fs::read(file.path()).unwrap();
        (file, bytes)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What is told, and what is told of it afterwards: it was rebuilt.
#[track_caller]
fn rebuilt(file: &CacheFile, code: &str, text: &str) {
    let found = file.load(&device(), SHADERS);
    assert_eq!((found.code(), found.is_loaded()), (code, false), "{found}");
    assert_eq!(
        found.to_string(),
        format!("{text}: pipelines are compiled anew, and the file is written again")
    );
    assert!(matches!(file.keep(&used(), SHADERS), CacheKept::Written { .. }));
    assert!(file.load(&device(), SHADERS).is_loaded());
}

#[test]
fn what_was_kept_is_there_in_the_next_run() {
    let folder = Folder::new("kept");
    let (file, _) = folder.good();
    let next = device();
    let found = file.load(&next, SHADERS);
    assert_eq!(found.to_string(), "the pipeline cache was loaded: 16 bytes of this driver's");
    assert_eq!(next.pipeline_cache_data().unwrap(), used().pipeline_cache_data().unwrap());
    let kept = file.keep(&next, SHADERS);
    assert_eq!(
        (kept.to_string().as_str(), kept.is_kept()),
        ("the pipeline cache has all of it already", true)
    );
    let left = fs::read_dir(file.path().parent().unwrap()).unwrap().count();
    assert_eq!(left, 1, "nothing stays beside it");
}

#[test]
fn a_file_that_is_not_there_is_no_fault() {
    rebuilt(&Folder::new("missing").file(), "missing", "there is no pipeline cache yet");
}

#[test]
fn a_file_that_cannot_be_read_or_written_says_so() {
    let folder = Folder::new("unreadable");
    let file = CacheFile::new(&folder.0);
    let found = file.load(&device(), SHADERS);
    assert_eq!(found.code(), "unreadable", "{found}");
    assert!(found.to_string().starts_with("the pipeline cache cannot be read ("), "{found}");
    let kept = file.keep(&used(), SHADERS);
    assert_eq!((kept.code(), kept.is_kept()), ("not-writable", false), "{kept}");
    // A file stands where its folder should.
    fs::write(folder.0.join("below"), "").unwrap();
    let kept = folder.file().keep(&used(), SHADERS);
    assert_eq!(kept.code(), "not-writable", "{kept}");
    let text = kept.to_string();
    assert!(text.starts_with("the pipeline cache cannot be written ("), "{text}");
    assert!(text.ends_with(": nothing is lost but time, the next run compiles anew"), "{text}");
}

/// A disk that takes so many bytes and no more.
struct FullDisk(usize);

struct FullFile(fs::File, usize);

impl Write for FullFile {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let n = data.len().min(self.1);
        if n == 0 {
            return Err(ErrorKind::StorageFull.into());
        }
        self.1 -= n;
        self.0.write(&data[..n])
    }
    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Disk for FullDisk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Write>> {
        Ok(Box::new(FullFile(fs::File::create(path)?, self.0)))
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }
}

#[test]
fn a_full_disk_leaves_the_old_file_as_it_was() {
    let folder = Folder::new("full");
    let (file, good) = folder.good();
    for room in [0, 1, 50, good.len() - 1] {
        let kept = file.keep_on(&FullDisk(room), &device(), SHADERS);
        let text = kept.to_string();
        // An empty cache has 24 bytes less.
        if room >= HEADER + MAGIC.len() {
            assert_eq!(kept.code(), "written", "{text}");
            continue;
        }
        assert_eq!(kept.code(), "disk-full", "{text}");
        assert!(text.starts_with("the disk is full, so that the pipeline cache is not kept ("), "{text}");
        assert_eq!(fs::read(file.path()).unwrap(), good);
    }
    assert_eq!(fs::read_dir(file.path().parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn a_file_of_another_driver_or_device_is_not_shown_to_the_driver() {
    let folder = Folder::new("foreign");
    let file = folder.file();
    let key = device().pipeline_cache_key().unwrap();
    let contents = device().pipeline_cache_data().unwrap();
    let other = |change: &dyn Fn(&mut CacheKey)| {
        let mut key = key.clone();
        change(&mut key);
        fs::create_dir_all(file.path().parent().unwrap()).unwrap();
        fs::write(file.path(), [&header(&key, SHADERS, &contents)[..], &contents].concat()).unwrap();
    };
    let of = "the pipeline cache is of another driver or device";
    other(&|k| k.backend = candor_rhi::BackendKind::Vulkan);
    rebuilt(&file, "foreign", &format!("{of} (backend vulkan, this is null)"));
    other(&|k| k.vendor_id = 0x10de);
    rebuilt(&file, "foreign", &format!("{of} (vendor 0x10de, this is 0x0)"));
    other(&|k| k.device_id = 5);
    rebuilt(&file, "foreign", &format!("{of} (device 0x5, this is 0x0)"));
    other(&|k| k.driver_version = 3);
    rebuilt(&file, "foreign", &format!("{of} (driver version 0x3, this is 0x0)"));
    other(&|k| k.uuid[9] ^= 1);
    rebuilt(&file, "foreign", &format!("{of} (the driver's UUID is another)"));
}

#[test]
fn a_file_of_other_shaders_is_rebuilt() {
    let folder = Folder::new("shaders");
    let file = folder.file();
    assert!(file.keep(&used(), ShaderHash(8)).is_kept());
    rebuilt(&file, "other-shaders", "the pipeline cache is of other shaders");
}

#[test]
fn a_file_of_any_other_length_is_rebuilt() {
    let folder = Folder::new("length");
    let (file, good) = folder.good();
    for n in (0..good.len()).chain([good.len() + 1]) {
        let mut data = good.clone();
        data.resize(n, 0);
        fs::write(file.path(), &data).unwrap();
        let should = if n < HEADER { HEADER } else { good.len() };
        let text = format!("the pipeline cache has {n} bytes, it should have {should}");
        rebuilt(&file, "wrong-length", &text);
    }
}

#[test]
fn no_flipped_bit_is_loaded() {
    let folder = Folder::new("bit");
    let (file, good) = folder.good();
    for bit in 0..good.len() * 8 {
        let mut data = good.clone();
        data[bit / 8] ^= 1 << (bit % 8);
        fs::write(file.path(), &data).unwrap();
        let (code, text) = match bit / 8 {
            0..8 => ("not-a-cache", "the file is no pipeline cache of Candor's".to_owned()),
            8..12 => {
                let found = 1 ^ 1u32.rotate_left(bit as u32 - 64);
                ("other-version", format!("the pipeline cache has version {found} of the file, 1 is known"))
            }
            12..88 => {
                ("damaged", "the pipeline cache is damaged: the checksum of its header is wrong".to_owned())
            }
            _ => {
                ("damaged", "the pipeline cache is damaged: the checksum of its contents is wrong".to_owned())
            }
        };
        rebuilt(&file, code, &text);
    }
}

#[test]
fn what_the_driver_itself_refuses_is_rebuilt() {
    let folder = Folder::new("refused");
    let file = folder.file();
    let key = device().pipeline_cache_key().unwrap();
    let contents = b"not what the driver wrote";
    fs::create_dir_all(file.path().parent().unwrap()).unwrap();
    fs::write(file.path(), [&header(&key, SHADERS, contents)[..], contents].concat()).unwrap();
    let found = file.load(&device(), SHADERS);
    assert_eq!(found.code(), "refused");
    let text = found.to_string();
    assert!(text.contains("C093") && text.contains("do not begin as those of a Null device do"), "{text}");
    assert!(file.keep(&used(), SHADERS).is_kept() && file.load(&device(), SHADERS).is_loaded());
}

#[test]
fn whoever_reads_while_others_write_reads_a_whole_file() {
    let folder = Folder::new("processes");
    let (file, _) = folder.good();
    std::thread::scope(|s| {
        for n in 0..3 {
            let file = file.clone();
            s.spawn(move || {
                let device = if n == 0 { used() } else { device() };
                for _ in 0..200 {
                    let kept = file.keep(&device, SHADERS);
                    assert!(kept.is_kept(), "{kept}");
                }
            });
        }
        let device = device();
        for _ in 0..500 {
            let found = file.load(&device, SHADERS);
            assert!(found.is_loaded(), "{found}");
        }
    });
    assert_eq!(fs::read_dir(file.path().parent().unwrap()).unwrap().count(), 1);
}
