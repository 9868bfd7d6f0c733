//! One proof for each capability that Candor claims.
