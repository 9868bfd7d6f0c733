//! Descriptions of pipelines into a manifest.

use crate::error::AddError;
use crate::manifest::{ComputeEntry, LayoutItem, PipelineManifest, RasterEntry, ShaderRef};
use crate::shaders::ShaderSet;
use candor_rhi::{
    BindGroupLayout, ComputePipelineDesc, Format, RasterPipelineDesc, RasterState, ShaderStage, TextureDim,
};

impl PipelineManifest {
    /// Adds a raster pipeline by its label. One that is there already is not added again.
    ///
    /// # Errors
    /// A shader that the set does not have, a label that another pipeline has, none, or one of several lines.
    pub fn add_raster(&mut self, shaders: &ShaderSet, d: &RasterPipelineDesc<'_>) -> Result<(), AddError> {
        self.check_name(d.label)?;
        let state = RasterState::of(d, |s| shader(shaders, d.label, s))?;
        let groups = self.groups(d.groups);
        let entry = RasterEntry { name: d.label.to_owned(), groups, push: d.push, state };
        match self.raster.iter().find(|r| r.name == d.label) {
            Some(known) if *known == entry => Ok(()),
            None if self.compute.iter().all(|c| c.name != d.label) => {
                self.raster.push(entry);
                Ok(())
            }
            Some(_) | None => Err(AddError::Taken { kind: "pipeline", name: entry.name }),
        }
    }

    /// Adds a compute pipeline by its label, likewise.
    ///
    /// # Errors
    /// As [`PipelineManifest::add_raster`].
    pub fn add_compute(&mut self, shaders: &ShaderSet, d: &ComputePipelineDesc<'_>) -> Result<(), AddError> {
        self.check_name(d.label)?;
        let shader = shader(shaders, d.label, &d.shader)?;
        let groups = self.groups(d.groups);
        let entry = ComputeEntry { name: d.label.to_owned(), groups, push: d.push, shader };
        match self.compute.iter().find(|c| c.name == d.label) {
            Some(known) if *known == entry => Ok(()),
            None if self.raster.iter().all(|r| r.name != d.label) => {
                self.compute.push(entry);
                Ok(())
            }
            Some(_) | None => Err(AddError::Taken { kind: "pipeline", name: entry.name }),
        }
    }

    /// Adds the pipeline with which a device draws mip levels of such textures.
    pub fn add_mips(&mut self, format: Format, dim: TextureDim) {
        let dim = if dim == TextureDim::Cube { TextureDim::D2 } else { dim };
        if !self.mips.contains(&(format, dim)) {
            self.mips.push((format, dim));
        }
    }

    /// Adds all that another one lists.
    ///
    /// # Errors
    /// A pipeline of a name that another one has here.
    pub fn add_all(&mut self, other: &Self) -> Result<(), AddError> {
        for r in &other.raster {
            let mut entry = r.clone();
            entry.groups = self.take_layouts(other, &r.groups);
            match self.raster.iter().find(|known| known.name == r.name) {
                Some(known) if *known == entry => {}
                None if self.compute.iter().all(|c| c.name != r.name) => self.raster.push(entry),
                Some(_) | None => return Err(AddError::Taken { kind: "pipeline", name: entry.name }),
            }
        }
        for c in &other.compute {
            let mut entry = c.clone();
            entry.groups = self.take_layouts(other, &c.groups);
            match self.compute.iter().find(|known| known.name == c.name) {
                Some(known) if *known == entry => {}
                None if self.raster.iter().all(|r| r.name != c.name) => self.compute.push(entry),
                Some(_) | None => return Err(AddError::Taken { kind: "pipeline", name: entry.name }),
            }
        }
        other.mips.iter().for_each(|(f, d)| self.add_mips(*f, *d));
        Ok(())
    }

    fn take_layouts(&mut self, other: &Self, names: &[String]) -> Vec<String> {
        let known = |n: &String| other.layout(n).cloned();
        names.iter().map(|n| known(n).map_or_else(|| n.clone(), |l| self.add_layout(l))).collect()
    }

    fn check_name(&self, name: &str) -> Result<(), AddError> {
        let rule = match name {
            "" => "a pipeline of a manifest has a label",
            n if n.chars().any(char::is_control) => "it is one line of text",
            _ => return Ok(()),
        };
        Err(AddError::Name { kind: "pipeline", name: name.to_owned(), rule })
    }

    fn groups(&mut self, groups: &[&BindGroupLayout]) -> Vec<String> {
        let item = |g: &&BindGroupLayout| LayoutItem {
            name: g.label().to_owned(),
            entries: g.entries().to_vec(),
            samplers: g.samplers().map(|(binding, all)| (binding, all.to_vec())).collect(),
        };
        groups.iter().map(item).map(|l| self.add_layout(l)).collect()
    }

    /// The name of an equal layout, under which this one is added where there is none.
    fn add_layout(&mut self, mut layout: LayoutItem) -> String {
        let same = |l: &&LayoutItem| l.entries == layout.entries && l.samplers == layout.samplers;
        if let Some(known) = self.layouts.iter().find(same) {
            return known.name.clone();
        }
        let plain: String = layout.name.chars().filter(|c| !c.is_control()).collect();
        let plain = if plain.is_empty() { "layout".to_owned() } else { plain };
        let numbered = |n: u32| if n == 1 { plain.clone() } else { format!("{plain} {n}") };
        let mut n = 1;
        while self.layout(&numbered(n)).is_some() {
            n += 1;
        }
        layout.name = numbered(n);
        let name = layout.name.clone();
        self.layouts.push(layout);
        name
    }
}

fn shader(shaders: &ShaderSet, pipeline: &str, s: &ShaderStage<'_>) -> Result<ShaderRef, AddError> {
    match shaders.name_of(s) {
        Ok((name, _)) if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c.is_control()) => {
            let rule = "the name of a shader is one word";
            Err(AddError::Name { kind: "shader", name: name.to_owned(), rule })
        }
        Ok((name, hash)) => Ok(ShaderRef { name: name.to_owned(), hash, constants: s.constants.to_vec() }),
        Err(hash) => {
            let (pipeline, entry) = (pipeline.to_owned(), s.entry.to_owned());
            Err(AddError::UnknownShader { pipeline, entry, hash })
        }
    }
}
