"""Fails on an include that breaks the layout.

The library is a foundation and products. A folder of the foundation includes itself and those above it in FOUNDATION. A
product includes itself and the foundation, never another product. Baselines are what herding is compared with: they may
include all, and no part of the library includes them. impl/ is not installed: that of the foundation is for the library, that of a
product for the product alone. A folder holds at most LARGEST parts (a header and its source are one). Products are the lines
of src/drover/products.def; each has its folder in the library, in the program and in the unit tests, and a file of its name in
the Python module.
"""
import pathlib
import re
import sys

FOUNDATION = ["core", "number", "data", "files", "plot", "report", "job", "herd", "finite", "tables", "zones"]
PRODUCTS = re.findall(r"^DROVER_PRODUCT\((\w+)\)$",
                      (pathlib.Path(__file__).parents[2] / "src/drover/products.def").read_text(), re.M)
LAST = ["baselines"]
LARGEST = 35
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def problems(root):
    """Lines `file:line: message` for every include below `root` that breaks the layout."""
    found, parts = [], {}
    for path in sorted(root.rglob("*.[ch]pp")):
        place = path.relative_to(root)
        slice_ = place.parts[0] if len(place.parts) > 1 else ""
        if slice_ and slice_ not in FOUNDATION + PRODUCTS + LAST:
            found.append(f"{path}: folder {slice_!r} is neither a product of products.def nor in a list of tests/lint/include_order.py")
            continue
        parts.setdefault(place.parent, set()).add(place.stem)
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match:
                found += [f"{path}:{number}: {message}" for message in judge(slice_, match.group(1))]
    return found + [f"{root / folder}: {len(names)} parts, expected at most {LARGEST}"
                    for folder, names in sorted(parts.items()) if len(names) > LARGEST]


def judge(slice_, target):
    if target.startswith(("apps/", "python/", ".")):
        return [f"includes {target}: the library knows neither programs nor relative paths"]
    if not target.startswith("drover/") or target == "drover/version.hpp":
        return []
    inner = target.removeprefix("drover/")
    other = inner.split("/")[0]
    if other not in FOUNDATION + PRODUCTS + LAST:
        return [f"includes {target}: no such folder in the layout"]
    if other == slice_:
        return []
    if "/impl/" in inner and (other not in FOUNDATION or not slice_):
        return [f"includes {target}: impl/ of {other}/ is for {other}/ alone"]
    return [] if may_include(slice_, other) else [f"{slice_}/ includes {target}: {reason(slice_, other)}"]


def may_include(slice_, other):
    if not slice_ or slice_ in LAST:  # a header that gathers others, or what products are compared with
        return True
    if slice_ in PRODUCTS:
        return other in FOUNDATION
    return other in FOUNDATION and FOUNDATION.index(other) < FOUNDATION.index(slice_)


def reason(slice_, other):
    if slice_ in PRODUCTS:
        return "a product includes the foundation and itself"
    return "the foundation knows no products" if other not in FOUNDATION else "which is below it"


def problems_outside(root):
    """Programs, bindings and examples use what is installed."""
    found = []
    for folder in ("apps", "python/src", "examples"):
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if match and match.group(1).startswith("drover/") and "/impl/" in match.group(1):
                    found.append(f"{path}:{number}: includes {match.group(1)}: impl/ is for the library")
    return found


def problems_of_products(root, products):
    """Products without a folder that every product has."""
    places = ["src/drover/{}/*.hpp", "apps/drover/{}/*.cpp", "tests/unit/{}/*_test.cpp", "python/src/{}*.cpp"]
    return [f"src/drover/products.def: {product}: expected {place.format(product)}, got no such file"
            for product in products for place in places if not any(root.glob(place.format(product)))]


if __name__ == "__main__":
    library = pathlib.Path(sys.argv[1])
    result = problems(library) + problems_outside(library.parent.parent)
    result += problems_of_products(library.parent.parent, PRODUCTS)
    print("\n".join(result) if result else "every include keeps to the layout")
    sys.exit(1 if result else 0)
