//! A rendering hardware interface and renderer that tells the truth.
