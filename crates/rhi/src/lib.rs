//! The rendering hardware interface: descriptors, handles, outcomes, encoders, Null.
