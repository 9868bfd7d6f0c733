//! What a frame needs of a device, as far as that is asked by a pass or a command. What an object needs is asked when it is made.

use crate::file::CaptureFile;
use crate::model::{Act, Op, Step};
use candor_rhi::Queue;
use candor_rhi::backend::Enabled;

impl CaptureFile {
    /// What its passes and commands need; objects may need more.
    pub fn needs(&self) -> Enabled {
        let mut needs = Enabled::empty();
        let submits = self.steps.iter().filter_map(|s| match s {
            Step::Submit { ops, .. } => Some(ops),
            Step::Write { .. } => None,
        });
        for op in submits.flatten() {
            match op {
                Op::Raster(r) => {
                    needs.set(Enabled::MULTIVIEW, r.view_mask != 0 || needs.contains(Enabled::MULTIVIEW));
                    r.parts.iter().flatten().for_each(|c| needs |= of_command(c));
                }
                Op::Compute(_) => needs |= Enabled::COMPUTE,
                Op::Copies { .. } | Op::Timestamp { .. } | Op::Mark(_) => {}
            }
        }
        needs
    }

    /// Queues beside the main one on which it was run.
    pub(crate) fn queues(&self) -> Vec<Queue> {
        let mut all = Vec::new();
        for step in &self.steps {
            let Step::Submit { ops, .. } = step else { continue };
            for op in ops {
                if let Op::Compute(crate::model::ComputeOp { queue, .. }) | Op::Copies { queue, .. } = op
                    && *queue != Queue::Main
                    && !all.contains(queue)
                {
                    all.push(*queue);
                }
            }
        }
        all
    }
}

fn of_command(c: &Act) -> Enabled {
    match c {
        Act::DrawIndirect { count: 2.., .. } => Enabled::MULTI_DRAW_INDIRECT,
        Act::DrawIndirectCount { most, .. } => {
            let several = if *most > 1 { Enabled::MULTI_DRAW_INDIRECT } else { Enabled::empty() };
            Enabled::INDIRECT_COUNT | several
        }
        Act::StencilReferences { front, back } if front != back => Enabled::SEPARATE_STENCIL,
        _ => Enabled::empty(),
    }
}

/// What of it a device does not have, by name.
pub(crate) fn lacking(needs: Enabled, enabled: Enabled) -> Vec<String> {
    let missing = needs - enabled;
    missing
        .iter_names()
        .map(|(name, _)| format!("{} was not granted", name.to_lowercase().replace('_', "-")))
        .collect()
}

/// The flag of a queue.
pub(crate) fn queue_flag(queue: Queue) -> Enabled {
    match queue {
        Queue::Main => Enabled::empty(),
        Queue::Compute => Enabled::ASYNC_COMPUTE,
        Queue::Copy => Enabled::ASYNC_COPY,
    }
}
