#!/usr/bin/env python3
"""Writes src/tables.rs from the Vulkan registry: how the property structs are laid out, and the names of their enum values.

Usage: layouts.py PATH/TO/vk.xml > ../src/tables.rs

Only names, numbers and types are taken. With them the structs of every extension can be read, also of those that are newer
than the Vulkan binding in use.
"""
import re
import sys
import xml.etree.ElementTree as ET

root = ET.parse(sys.argv[1]).getroot()


def vulkan(node):
    api = node.get("api")
    return api is None or "vulkan" in api.split(",")


version = "?"
for t in root.findall("types/type"):
    name = t.find("name")
    if name is not None and name.text == "VK_HEADER_VERSION" and vulkan(t):
        version = "".join(t.itertext()).split()[-1]

constants = {e.get("name"): e.get("value") for g in root.findall("enums") if g.get("type") == "constants" for e in g}
extensions = [e for e in root.findall("extensions/extension") if "vulkan" in (e.get("supported") or "").split(",")]

# ---- enum values -----------------------------------------------------------------------------------------------------
enum_values, s_types = {}, {}


def take(e, group, number=None):
    if e.get("alias") or not vulkan(e):
        return
    if e.get("value") is not None:
        try:
            v = int(e.get("value"), 0)
        except ValueError:
            return
    elif e.get("offset") is not None:
        v = 1000000000 + (int(e.get("extnumber") or number) - 1) * 1000 + int(e.get("offset"))
        v = -v if e.get("dir") == "-" else v
    else:
        return
    enum_values.setdefault(group, {}).setdefault(v, e.get("name"))


for g in root.findall("enums"):
    if g.get("type") == "enum":
        for e in g.findall("enum"):
            take(e, g.get("name"))
for f in root.findall("feature"):
    for e in f.iter("enum"):
        if e.get("extends"):
            take(e, e.get("extends"))
for x in extensions:
    for e in x.iter("enum"):
        if e.get("extends"):
            take(e, e.get("extends"), x.get("number"))
alias_of = {}
for e in root.iter("enum"):
    if e.get("alias"):
        alias_of[e.get("name")] = e.get("alias")
s_type = {n: v for v, n in enum_values["VkStructureType"].items()}


def s_type_of(name):
    while name in alias_of:
        name = alias_of[name]
    return s_type.get(name)


# ---- types -----------------------------------------------------------------------------------------------------------
structs, bitmask, category, enum_alias = {}, {}, {}, {}
for t in root.findall("types/type"):
    if not vulkan(t):
        continue
    name = t.get("name") or (t.find("name").text if t.find("name") is not None else None)
    category[name] = t.get("category")
    if t.get("category") == "struct" and not t.get("alias"):
        structs[name] = t
    if t.get("category") == "bitmask":
        if t.get("alias"):
            bitmask[name] = bitmask.get(t.get("alias"), 32)
        else:
            bitmask[name] = 64 if t.find("type").text == "VkFlags64" else 32
    if t.get("category") == "enum" and t.get("alias"):
        enum_alias[name] = t.get("alias")
bit_groups = {g.get("name"): int(g.get("bitwidth") or 32) for g in root.findall("enums") if g.get("type") == "bitmask"}

SCALAR = {"uint32_t": "U32", "int32_t": "I32", "uint64_t": "U64", "int64_t": "I64", "size_t": "Size", "float": "F32", "VkBool32": "Bool",
          "VkDeviceSize": "U64", "VkDeviceAddress": "U64", "uint8_t": "U8"}
NESTED = {"VkExtent2D": "Extent2", "VkConformanceVersion": "Version"}
used_enums = set()


def type_of(m):
    ty = m.find("type").text
    text = "".join(m.itertext())
    if "*" in text:
        return "Pointer"
    dims = re.findall(r"\[([^\]]+)\]", text)
    n = 1
    for d in dims:
        d = constants.get(d, d)
        n *= int(re.sub(r"[uUlL]+$", "", d))
    if ty == "char":
        return f"Text({n})"
    if ty in SCALAR:
        one = SCALAR[ty]
    elif ty in NESTED:
        one = NESTED[ty]
    elif ty in bitmask:
        one = "U64" if bitmask[ty] == 64 else "U32"
    elif ty in bit_groups:
        one = "U64" if bit_groups[ty] == 64 else "U32"
    elif category.get(ty) == "enum":
        ty = enum_alias.get(ty, ty)
        used_enums.add(ty)
        one = f'Enum("{ty}")'
    else:
        return None
    if dims:
        return None if "(" in one else f"Array(&{one},{n})"
    return one


rows = []
for name, t in structs.items():
    chained = "VkPhysicalDeviceProperties2" in (t.get("structextends") or "").split(",")
    if not chained and name not in ("VkPhysicalDeviceLimits", "VkPhysicalDeviceSparseProperties"):
        continue
    members, st, ok = [], 0, True
    for m in t.findall("member"):
        if not vulkan(m):
            continue
        mn = m.find("name").text
        if mn == "sType":
            st = s_type_of(m.get("values"))
            continue
        if mn == "pNext":
            continue
        ty = type_of(m)
        if ty is None:
            print(f"{name}::{mn}: type {m.find('type').text} has no layout here; the struct is left out", file=sys.stderr)
            ok = False
            break
        members.append((mn, ty))
    if ok and st is not None:
        rows.append((name, st, members))
rows.sort()

out = []
w = out.append
w("//! Layouts of Vulkan's property structs. Generated by `gen/layouts.py`; do not edit.")
w("//!")
w(f"//! Source: `vk.xml` of the Vulkan-Docs repository (Khronos), header version {version}.")
w("")
w("use crate::layout::{Layout as L, Type::*};")
w("")
w("/// Sorted by name.")
w(f"pub(crate) static LAYOUTS: [L; {len(rows)}] = [")
for n, st, ms in rows:
    w(f'L{{name:"{n}",s_type:{st},members:&[' + ",".join(f'("{a}",{b})' for a, b in ms) + "]},")
w("];")
w("")
w("/// Enum, sorted, with its values.")
w("#[allow(clippy::type_complexity)]")
w(f"pub(crate) static ENUMS: [(&str, &[(i32, &str)]); {len(used_enums)}] = [")
for e in sorted(used_enums):
    vals = ",".join(f'({v},"{n}")' for v, n in sorted(enum_values.get(e, {}).items()) if abs(v) != 0x7fffffff)
    w(f'("{e}",&[{vals}]),')
w("];")
print("\n".join(out))
