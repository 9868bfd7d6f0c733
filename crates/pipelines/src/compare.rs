//! What a manifest lists, against what a program can create.

use crate::manifest::{LayoutItem, PipelineManifest};
use std::collections::BTreeMap;
use std::fmt;

/// How a pipeline differs between two manifests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Differs {
    /// The program can create it, and it is not listed.
    NotListed,
    /// It is listed, and the program cannot create it.
    NotCreated,
    /// Both have it, and its shaders are others.
    Shaders {
        /// Names of those whose words have changed, or that are others altogether.
        names: Vec<String>,
    },
    /// Both have it, and it is made otherwise.
    State,
}

/// A pipeline that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its name.
    pub name: String,
    /// How.
    pub how: Differs,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': ", self.name)?;
        match &self.how {
            Differs::NotListed => f.write_str("the program can create it, and the manifest does not list it"),
            Differs::NotCreated => f.write_str("the manifest lists it, and the program cannot create it"),
            Differs::Shaders { names } => {
                write!(f, "its shaders have changed since it was listed ({})", names.join(", "))
            }
            Differs::State => f.write_str("it is listed with another layout, target or state"),
        }
    }
}

/// A pipeline with what its layouts contain, without their names.
struct Seen<'a> {
    text: String,
    shaders: Vec<(&'a str, String)>,
}

fn seen(m: &PipelineManifest) -> BTreeMap<String, Seen<'_>> {
    let groups = |names: &[String]| -> Vec<Option<(_, _)>> {
        let parts = |l: &LayoutItem| (l.entries.clone(), l.samplers.clone());
        names.iter().map(|n| m.layout(n).map(parts)).collect()
    };
    let mut all = BTreeMap::new();
    for r in &m.raster {
        let Ok(plain) = r.state.with_stages(|_| Ok::<_, std::convert::Infallible>(()));
        let shaders = r.state.stages().map(|s| (s.name.as_str(), format!("{} {:?}", s.hash, s.constants)));
        let text = format!("{:?} {:?} {plain:?}", groups(&r.groups), r.push);
        all.insert(r.name.clone(), Seen { text, shaders: shaders.collect() });
    }
    for c in &m.compute {
        let shaders = vec![(c.shader.name.as_str(), format!("{} {:?}", c.shader.hash, c.shader.constants))];
        let text = format!("compute {:?} {:?}", groups(&c.groups), c.push);
        all.insert(c.name.clone(), Seen { text, shaders });
    }
    for (format, dim) in &m.mips {
        let name = crate::manifest::mips_name(*format, *dim);
        all.insert(name, Seen { text: String::new(), shaders: Vec::new() });
    }
    all
}

impl PipelineManifest {
    /// Compares what is listed here with what a program can create; nothing where they agree. Names of layouts do not matter, nor
    /// does order.
    pub fn compare(&self, program: &Self) -> Vec<Difference> {
        let (listed, created) = (seen(self), seen(program));
        let mut found = Vec::new();
        let mut add = |name: &String, how| found.push(Difference { name: name.clone(), how });
        for (name, l) in &listed {
            match created.get(name) {
                None => add(name, Differs::NotCreated),
                Some(c) if l.text != c.text => add(name, Differs::State),
                Some(c) if l.shaders != c.shaders => {
                    let others = c.shaders.iter().filter(|s| !l.shaders.contains(s));
                    add(name, Differs::Shaders { names: others.map(|(n, _)| (*n).to_owned()).collect() });
                }
                Some(_) => {}
            }
        }
        created.keys().filter(|n| !listed.contains_key(*n)).for_each(|n| add(n, Differs::NotListed));
        found
    }
}
