"""The Vulkan registry (`vk.xml`), as the generators of this crate and of `caps-ash` read it."""


def vulkan(node):
    """Is it of Vulkan, not only of another API in the same file?"""
    api = node.get("api")
    return api is None or "vulkan" in api.split(",")


def header_version(root):
    version = "?"
    for t in root.findall("types/type"):
        name = t.find("name")
        if name is not None and name.text == "VK_HEADER_VERSION" and vulkan(t):
            version = "".join(t.itertext()).split()[-1]
    return version


def extensions_of(root):
    return [e for e in root.findall("extensions/extension") if "vulkan" in (e.get("supported") or "").split(",")]


def offset_value(e, ext_number):
    """The number of a value that an extension numbers by its own number and an offset."""
    v = 1000000000 + (int(e.get("extnumber") or ext_number) - 1) * 1000 + int(e.get("offset"))
    return -v if e.get("dir") == "-" else v


def extending(root, extensions):
    """Values that versions and extensions add: the value, the group that it extends, the number of the extension."""
    for x in root.findall("feature") + extensions:
        for e in x.iter("enum"):
            if e.get("extends"):
                yield e, e.get("extends"), x.get("number")
