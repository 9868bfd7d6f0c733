#!/usr/bin/env python3
"""Writes src/read/tables.rs from the Vulkan registry.

Usage: read_tables.py PATH/TO/vk.xml > ../src/read/tables.rs

Only names and numbers are taken: flag bits, format numbers, and what the members of property structs hold and how they
compare (the registry's `limittype`). Structs, extensions and aliases are in `registry`.
"""
import sys
import xml.etree.ElementTree as ET

from vk_xml import extending, extensions_of, header_version, offset_value, vulkan

root = ET.parse(sys.argv[1]).getroot()
version = header_version(root)

# ---- enums ---------------------------------------------------------------------------------------------------------
values, group_of, alias = {}, {}, {}


def enum_value(e, ext_number):
    if e.get("value") is not None:
        v = e.get("value")
        return int(v, 0) if v.lstrip("-").replace("x", "").isalnum() and v[0] in "-0123456789" else None
    if e.get("bitpos") is not None:
        return 1 << int(e.get("bitpos"))
    if e.get("offset") is not None:
        return offset_value(e, ext_number)
    return None


def take(e, group, ext_number=None):
    if not vulkan(e):
        return
    if e.get("alias"):
        alias[e.get("name")] = e.get("alias")
        group_of.setdefault(e.get("name"), group)
        return
    v = enum_value(e, ext_number)
    if v is not None:
        values[e.get("name")] = v
        group_of[e.get("name")] = group


for g in root.findall("enums"):
    for e in g.findall("enum"):
        take(e, g.get("name"))
extensions = extensions_of(root)
for e, group, number in extending(root, extensions):
    take(e, group, number)


def value_of(name):
    seen = 0
    while name in alias and seen < 8:
        name, seen = alias[name], seen + 1
    return values.get(name)


# ---- types ---------------------------------------------------------------------------------------------------------
structs, struct_alias, flags_bits = {}, {}, {}
for t in root.findall("types/type"):
    if not vulkan(t):
        continue
    if t.get("category") == "struct":
        if t.get("alias"):
            struct_alias[t.get("name")] = t.get("alias")
        else:
            structs[t.get("name")] = t
    if t.get("category") == "bitmask" and not t.get("alias"):
        n = t.find("name").text
        flags_bits[n] = t.get("bitvalues") or t.get("requires")
    elif t.get("category") == "bitmask":
        flags_bits[t.get("name")] = t.get("alias")


def bits_of(type_name):
    b = flags_bits.get(type_name)
    while b in flags_bits:
        b = flags_bits[b]
    return b


def extends(name, what):
    t = structs.get(struct_alias.get(name, name))
    return t is not None and what in (t.get("structextends") or "").split(",")


bit_groups = {g.get("name") for g in root.findall("enums") if g.get("type") == "bitmask"}
used_groups = {"VkQueueFlagBits", "VkFormatFeatureFlagBits", "VkFormatFeatureFlagBits2", "VkMemoryHeapFlagBits",
               "VkMemoryPropertyFlagBits", "VkSampleCountFlagBits", "VkShaderStageFlagBits"}


def kind(member):
    text = "".join(member.itertext())
    ty = member.find("type").text
    if ty == "char":
        return "Text"
    if "[" in text or "*" in text:
        return "List"
    if ty == "VkBool32":
        return "Bool"
    if ty in flags_bits:
        if bits_of(ty):
            used_groups.add(bits_of(ty))
        return "Flags"
    if ty in bit_groups:
        used_groups.add(ty)
        return "Flags"
    if ty in ("float", "double"):
        return "Real"
    if ty in structs:
        return "Struct"
    if ty in ("uint32_t", "uint64_t", "int32_t", "size_t", "VkDeviceSize", "VkDeviceAddress", "int64_t", "uint16_t",
              "uint8_t"):
        return "Int"
    return "Enum"


LIMIT = {"max": "AtLeast", "max,pot": "AtLeast", "bits": "AtLeast", "min": "AtMost", "min,mul": "AtMost",
         "min,pot": "AtMost", "exact": "Exact", "true": "HasBits", "bitmask": "HasBits", "range": "Contains",
         "noauto": "Never", "struct": "Never", None: "Never"}

props = {}
for n, t in structs.items():
    if extends(n, "VkPhysicalDeviceProperties2") or n in (
            "VkPhysicalDeviceLimits", "VkPhysicalDeviceSparseProperties", "VkPhysicalDeviceProperties"):
        rows = []
        for m in t.findall("member"):
            mn = m.find("name").text
            if not vulkan(m) or mn in ("sType", "pNext"):
                continue
            rows.append((mn, kind(m), LIMIT[m.get("limittype")]))
        props[n] = sorted(rows)

flags = sorted(n for n, g in group_of.items() if g in used_groups and value_of(n) is not None and value_of(n) >= 0)
formats = {}
for n, g in group_of.items():
    if g == "VkFormat" and n not in alias:
        formats[values[n]] = n
# Which minor version of Vulkan 1 has a format in its core (NOT_CORE: none), and which extension brought it.
NOT_CORE = 255
ext_name = {int(x.get("number")): x.get("name") for x in extensions}
format_core = {v: (0 if v < 1000000000 else NOT_CORE) for v in formats}
for f in root.findall("feature"):
    if "vulkan" not in (f.get("api") or "").split(","):
        continue
    for e in f.iter("enum"):
        if e.get("extends") == "VkFormat" and value_of(e.get("name")) in format_core:
            minor = int(f.get("number").split(".")[1])
            v = value_of(e.get("name"))
            format_core[v] = min(format_core[v], minor)
format_ext = {v: ("" if v < 1000000000 else ext_name.get((v - 1000000000) // 1000 + 1, "")) for v in formats}

# ---- output --------------------------------------------------------------------------------------------------------
out = []
w = out.append
w("//! Names and numbers of the Vulkan registry that readers need. Generated by `gen/read_tables.py`; do not edit.")
w("//!")
w(f"//! Source: `vk.xml` of the Vulkan-Docs repository (Khronos), header version {version}.")
w("")
w("use super::names::{Compare, Compare::*, FormatName as F, Kind, Kind::*};")
w("")
w("/// Name of a flag bit, sorted, with its value. Aliases included.")
w(f"pub(crate) static FLAGS: [(&str, u64); {len(flags)}] = [")
for n in flags:
    w(f'("{n}",{value_of(n):#x}),')
w("];")
w("")
w("/// Formats by number, sorted.")
w(f"pub(crate) static FORMATS: [F; {len(formats)}] = [")
for v, n in sorted(formats.items()):
    core = "None" if format_core[v] == NOT_CORE else f"Some({format_core[v]})"
    w(f'F{{number:{v},name:"{n}",core:{core},extension:"{format_ext[v]}"}},')
w("];")
w("")
w("/// Struct -> member, kind, comparison. Both levels sorted by name.")
w("#[allow(clippy::type_complexity)]")
w(f"pub(crate) static PROPERTIES: [(&str, &[(&str, Kind, Compare)]); {len(props)}] = [")
for n in sorted(props):
    w(f'("{n}",&[' + ",".join(f'("{a}",{k},{c})' for a, k, c in props[n]) + "]),")
w("];")
w("")
print("\n".join(out))
