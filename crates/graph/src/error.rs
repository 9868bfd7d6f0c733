//! What can be wrong with a frame: a stable code, and a sentence that names pass, resource and remedy.

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal;)*) => {
        /// The rule that was broken. Codes are stable.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum GraphCode { $($(#[$doc])* $name),* }

        impl GraphCode {
            /// Every code.
            pub const ALL: &'static [GraphCode] = &[$(GraphCode::$name),*];
            /// The code as it is printed.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }
        }
    };
}

codes! {
    /// One name for two resources or two passes.
    Twice = "G001";
    /// A resource of another frame.
    ForeignResource = "G002";
    /// A transient resource is read and never written.
    NeverWritten = "G003";
    /// Passes wait for each other.
    Cycle = "G004";
    /// A pass of another frame.
    ForeignPass = "G005";
    /// A pass uses what it did not declare.
    Undeclared = "G010";
    /// The graph has no view of what was imported.
    Imported = "G011";
    /// A pass is recorded out of turn.
    OutOfTurn = "G012";
    /// A needed pass was not recorded.
    NotRecorded = "G013";
    /// A texture that is only copied has no view.
    NoView = "G014";
    /// A transient texture could not be made.
    Texture = "G020";
}

/// What is wrong with a frame.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// Two resources or two passes under one name.
    #[error("[G001] the {what} '{name}' is declared twice in one frame; give each its own name")]
    Twice {
        /// Resource or pass.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A resource of another frame.
    #[error("[G002] pass '{pass}' names a resource of another frame; declare it in this one")]
    ForeignResource {
        /// The pass.
        pass: String,
    },
    /// A transient resource is read, and no other pass writes it.
    #[error(
        "[G003] pass '{pass}' reads '{resource}', which no other pass writes; declare the pass that writes it"
    )]
    NeverWritten {
        /// The pass.
        pass: String,
        /// The resource.
        resource: String,
    },
    /// Passes wait for each other.
    #[error(
        "[G004] the passes '{}' wait for each other in a ring; declare the one that begins before the others, or let it write a resource of its own",
        .passes.join("', '")
    )]
    Cycle {
        /// The passes of one ring, each before the one that waits for it; the last before the first.
        passes: Vec<String>,
    },
    /// A pass of another frame.
    #[error(
        "[G005] the turn of a pass of another frame was asked for; take what this frame's `Frame::pass` returned"
    )]
    ForeignPass,
    /// A pass asks for what it did not declare.
    #[error(
        "[G010] pass '{pass}' uses '{resource}' and declares neither a read nor a write of it; declare it"
    )]
    Undeclared {
        /// The pass.
        pass: String,
        /// The resource.
        resource: String,
    },
    /// The graph has no view of what was imported.
    #[error(
        "[G011] '{resource}' was imported, so that the program holds its view; pass '{pass}' must use that one"
    )]
    Imported {
        /// The pass.
        pass: String,
        /// The resource.
        resource: String,
    },
    /// Passes are recorded in another order than the frame's, or twice.
    #[error(
        "[G012] pass '{pass}' is recorded out of turn; record each pass once, in the order that `Run::next_pass` gives"
    )]
    OutOfTurn {
        /// The pass.
        pass: String,
    },
    /// A pass that is needed was not recorded.
    #[error("[G013] pass '{pass}' is needed and was not recorded; record it, or do not declare it")]
    NotRecorded {
        /// The pass.
        pass: String,
    },
    /// A texture that is only copied has no view.
    #[error(
        "[G014] '{resource}' is only copied, so that there is no view of it for pass '{pass}'; take the texture, or add a usage that shows it"
    )]
    NoView {
        /// The pass.
        pass: String,
        /// The resource.
        resource: String,
    },
    /// A transient texture could not be made.
    #[error("[G020] transient '{resource}': {why}")]
    Texture {
        /// The resource.
        resource: String,
        /// The device's answer.
        why: candor_rhi::Error,
    },
}

impl GraphError {
    /// The rule that was broken.
    pub fn code(&self) -> GraphCode {
        match self {
            Self::Twice { .. } => GraphCode::Twice,
            Self::ForeignResource { .. } => GraphCode::ForeignResource,
            Self::ForeignPass => GraphCode::ForeignPass,
            Self::NeverWritten { .. } => GraphCode::NeverWritten,
            Self::Cycle { .. } => GraphCode::Cycle,
            Self::Undeclared { .. } => GraphCode::Undeclared,
            Self::Imported { .. } => GraphCode::Imported,
            Self::OutOfTurn { .. } => GraphCode::OutOfTurn,
            Self::NotRecorded { .. } => GraphCode::NotRecorded,
            Self::NoView { .. } => GraphCode::NoView,
            Self::Texture { .. } => GraphCode::Texture,
        }
    }
}
