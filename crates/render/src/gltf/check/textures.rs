//! Images, textures and the textures of materials.

use super::{Checker, ViewUsage};
use crate::gltf::codes::Code;
use crate::gltf::parse::{at, each};

impl Checker<'_> {
    pub(super) fn images(&mut self) {
        let d = self.d;
        for (_, image) in each(&d.images) {
            let pointer = format!("{}/bufferView", image.at);
            let Some(view) = self.resolve(&d.views, image.view, || pointer.clone()) else { continue };
            self.use_view(image.view, ViewUsage::Image, &pointer);
            if view.stride.is_some() {
                let message = "the bytes of an image have no stride";
                self.find(Code::ImageBufferViewWithBytestride, &pointer, message);
            }
        }
    }

    pub(super) fn textures(&mut self) {
        let d = self.d;
        for (_, texture) in each(&d.textures) {
            self.resolve(&d.images, texture.source, || format!("{}/source", texture.at));
            if let Some((at, index)) = &texture.webp {
                self.resolve(&d.images, *index, || at.clone());
            }
            self.resolve(&d.samplers, texture.sampler, || format!("{}/sampler", texture.at));
            let mime = at(&d.images, texture.source).and_then(|i| i.mime.as_deref());
            if let Some(mime) = mime.filter(|m| !matches!(*m, "image/png" | "image/jpeg")) {
                let message = format!("its image is '{mime}'; without an extension only PNG and JPEG may be");
                self.find(Code::TextureInvalidImageMimeType, format!("{}/source", texture.at), message);
            }
        }
    }

    pub(super) fn materials(&mut self) {
        let d = self.d;
        for (_, material) in each(&d.materials) {
            for info in material.infos() {
                self.resolve(&d.textures, info.index, || format!("{}/index", info.at));
            }
        }
    }
}
