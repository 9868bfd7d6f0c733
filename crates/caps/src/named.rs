//! Names of the lists that users write in: printed by `Display`, read by `FromStr`.

/// `Display` and `FromStr` of an enum with `ALL` and `name`; `$what` is what messages call it.
macro_rules! named {
    ($ty:ty, $what:literal) => {
        impl std::fmt::Display for $ty {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $ty {
            type Err = $crate::capability::NoSuchName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let names = Self::ALL.iter().map(|one| one.name());
                let found = Self::ALL.iter().copied().find(|one| one.name() == name);
                found.ok_or_else(|| $crate::capability::NoSuchName::new($what, name, names))
            }
        }
    };
}

pub(crate) use named;
