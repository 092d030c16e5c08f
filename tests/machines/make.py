#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the machine files in this folder, with lstopo (hwloc 2.9) and edits of what it writes.

    python3 tests/machines/make.py

No file is a capture: each is built from the published layout of a machine, or to show one irregularity. lstopo makes
the tree from a synthetic description; what such a description cannot say (cache ways, distances, kinds of memory,
names, holes, offline and hidden processors) is written into the XML here.
"""

import pathlib
import subprocess
import xml.etree.ElementTree as ET

KB, MB, GB = 1 << 10, 1 << 20, 1 << 30
FOLDER = pathlib.Path(__file__).parent


def tree(description, *options):
    """The topology of a synthetic description as an element tree."""
    command = ["lstopo-no-graphics", "-i", description, "--no-io", "--no-icaches", *options, "--of", "xml", "-"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    root = ET.fromstring(text)
    machine = root.find("object")
    for note in machine.findall("info"):
        machine.remove(note)
    return root


def objects(root, kind):
    return [element for element in root.iter("object") if element.get("type") == kind]


def info(element, name, value):
    element.insert(0, ET.Element("info", name=name, value=value))


def names(root, architecture, model):
    info(root.find("object"), "Architecture", architecture)
    for package in objects(root, "Package"):
        info(package, "CPUModel", model)


def ways(root, line=64, **by_level):
    """Associativity by level, and the line of all caches."""
    for level, count in by_level.items():
        for cache in objects(root, f"{level}Cache"):
            cache.set("cache_associativity", str(count))
            cache.set("cache_linesize", str(line))


def nodes(root):
    return sorted(objects(root, "NUMANode"), key=lambda node: int(node.get("os_index")))


def distances(root, rows):
    """The firmware's table, rows and columns in the order of kernel numbers."""
    count = len(rows)
    table = ET.Element("distances2", type="NUMANode", nbobjs=str(count), kind="5", name="NUMALatency", indexing="os")
    numbers = [node.get("os_index") for node in nodes(root)]
    assert len(numbers) == count, (numbers, count)
    ET.SubElement(table, "indexes", length=str(2 * count)).text = " ".join(numbers) + " "
    values = " ".join(str(value) for row in rows for value in row) + " "
    ET.SubElement(table, "u64values", length=str(len(values))).text = values
    # hwloc wants the text's true length.
    table.find("indexes").set("length", str(len(table.find("indexes").text)))
    old = root.find("distances2")
    if old is not None:
        root.remove(old)
    root.insert(1, table)


def mask(bits):
    """A set of numbers as hwloc writes it: words of 32 bits, the highest first."""
    number = sum(1 << bit for bit in bits)
    words = []
    while True:
        words.insert(0, number & 0xFFFFFFFF)
        number >>= 32
        if not number:
            break
    first, *rest = words
    return ",".join([f"0x{first:08x}", *(f"0x{word:08x}" for word in rest)])


def write(name, root):
    ET.indent(root, " ")
    text = ET.tostring(root, encoding="unicode")
    header = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE topology SYSTEM "hwloc2.dtd">\n'
    (FOLDER / name).write_text(header + text + "\n")


def siblings(cores, threads=2):
    """Linux numbers all first hardware threads before all second ones: the numbers in the order of the tree."""
    return ",".join(str(core + thread * cores) for core in range(cores) for thread in range(threads))


def desktop():
    """A desktop with one socket: 8 cores, 16 hardware threads, one node, no table of distances."""
    root = tree(f"pack:1 l3:1(size={16 * MB}) [numa(memory={32 * GB})] l2:8(size={256 * KB}) l1d:1(size={32 * KB}) "
                f"core:1 pu:2(indexes={siblings(8)})")
    names(root, "x86_64", "Desktop processor, 8 cores")
    ways(root, L1=8, L2=4, L3=16)
    write("desktop.xml", root)


def xeon():
    """Two sockets of 20 cores with two hardware threads; a node a socket."""
    root = tree(f"pack:2 l3:1(size={28160 * KB}) [numa(memory={96 * GB})] l2:20(size={MB}) l1d:1(size={32 * KB}) core:1 "
                f"pu:2(indexes={siblings(40)})")
    names(root, "x86_64", "Xeon processor, 20 cores")
    ways(root, L1=8, L2=16, L3=11)
    distances(root, [[10, 21], [21, 10]])
    write("xeon-2s.xml", root)


def epyc():
    """Two sockets of 16 cores in NPS4: four nodes a socket, two L3 a node, two cores an L3."""
    root = tree(f"pack:2 group:4 [numa(memory={32 * GB})] l3:2(size={16 * MB}) l2:2(size={512 * KB}) l1d:1(size={32 * KB}) "
                f"core:1 pu:2(indexes={siblings(32)})")
    names(root, "x86_64", "EPYC processor, 16 cores")
    ways(root, L1=8, L2=8, L3=16)
    distances(root, [[10 if a == b else 12 if a // 4 == b // 4 else 32 for b in range(8)] for a in range(8)])
    write("epyc-nps4.xml", root)


def kunpeng():
    """Kunpeng 920, two sockets: two dies a socket, each a node with 24 cores and its L3; firmware's own table."""
    root = tree(f"pack:2 l3:2(size={24 * MB}) [numa(memory={64 * GB})] l2:24(size={512 * KB}) l1d:1(size={64 * KB}) core:1 pu:1")
    names(root, "aarch64", "Kunpeng 920, 48 cores")
    ways(root, L1=4, L2=8)
    ways(root, line=128, L3=15)
    distances(root, [[10, 12, 20, 22], [12, 10, 22, 24], [20, 22, 10, 12], [22, 24, 12, 10]])
    write("kunpeng920.xml", root)


def knights_mill():
    """Knights Mill, SNC4 and flat memory: 72 cores with four hardware threads, two cores an L2; in each quarter a node
    of ordinary memory and one of MCDRAM, which the kernel numbers last."""
    tiles = f"l2:9(size={MB}) core:2 l1d:1(size={32 * KB}) pu:4(indexes={siblings(72, 4)})"
    root = tree(f"pack:1 group:4 [numa(memory={24 * GB})] [numa(memory={4 * GB})] {tiles}")
    names(root, "x86_64", "Xeon Phi processor, 72 cores")
    ways(root, L1=8, L2=16)
    renumber(root, {0: 0, 1: 4, 2: 1, 3: 5, 4: 2, 5: 6, 6: 3, 7: 7})
    for node in nodes(root)[4:]:
        node.set("subtype", "MCDRAM")
    near = lambda a, b: a % 4 == b % 4
    distances(root, [[10 if a == b else (31 if near(a, b) else 41) if (a < 4) != (b < 4) else 21 for b in range(8)]
                     for a in range(8)])
    write("knm-snc4.xml", root)


def renumber(root, numbers):
    """Gives nodes other kernel numbers, in every set that names them."""
    for element in root.iter("object"):
        for key in ("nodeset", "complete_nodeset", "allowed_nodeset"):
            text = element.get(key)
            if text is None:
                continue
            old = int(text.replace(",0x", "").removeprefix("0x") or "0", 16)
            element.set(key, mask(new for number, new in numbers.items() if old >> number & 1))
        if element.get("type") == "NUMANode":
            element.set("os_index", str(numbers[int(element.get("os_index"))]))


def small(packages=2, cores=4, threads=1, nodes_a_package=1, indexes=None):
    """The plain machine that the irregular ones start from."""
    order = f"(indexes={indexes})" if indexes else ""
    group = f"group:{nodes_a_package} " if nodes_a_package > 1 else ""
    root = tree(f"pack:{packages} {group}[numa(memory={16 * GB})] l3:1(size={8 * MB}) l2:{cores}(size={MB}) "
                f"l1d:1(size={32 * KB}) core:1 pu:{threads}{order}")
    names(root, "x86_64", "Server processor")
    ways(root, L1=8, L2=16, L3=16)
    return root


def node_without_cpus():
    """Two sockets, and a memory expander that no processor is local to: node 2."""
    root = small()
    machine = root.find("object")
    last = nodes(root)[-1]
    expander = ET.Element("object", dict(last.attrib))
    for key, value in {"os_index": 2, "cpuset": "0x0", "complete_cpuset": "0x0", "nodeset": mask([2]),
                       "complete_nodeset": mask([2]), "gp_index": 1000, "local_memory": 64 * GB, "subtype": "CXL"}.items():
        expander.set(key, str(value))
    ET.SubElement(expander, "page_type", size="4096", count=str(64 * GB // 4096))
    machine.insert(1, expander)
    for key in ("nodeset", "complete_nodeset", "allowed_nodeset"):
        machine.set(key, mask([0, 1, 2]))
    distances(root, [[10, 21, 14], [21, 10, 24], [14, 24, 10]])
    write("node-without-cpus.xml", root)


def node_without_memory():
    """Four sockets; the second one's slots are empty."""
    root = small(packages=4)
    empty = nodes(root)[1]
    empty.set("local_memory", "0")
    for pages in empty.findall("page_type"):
        pages.set("count", "0")
    distances(root, [[10, 21, 21, 31], [21, 10, 31, 16], [21, 31, 10, 21], [31, 16, 21, 10]])
    write("node-without-memory.xml", root)


def sparse_numbering():
    """Two sockets of two nodes, where neither nodes nor processors are numbered in one row."""
    root = small(nodes_a_package=2, indexes="0,1,2,3,16,17,18,19,8,9,10,11,40,41,42,43")
    renumber(root, {0: 0, 1: 3, 2: 8, 3: 33})
    distances(root, [[10, 16, 22, 22], [16, 10, 22, 22], [22, 22, 10, 16], [22, 22, 16, 10]])
    write("sparse-numbering.xml", root)


def offline_cpus():
    """Two sockets of 4 cores with two hardware threads: the second thread of core 0 and all of core 6 are off."""
    root = small(threads=2, indexes=siblings(8))
    off = {8, 6, 14}

    def prune(parent):
        for child in list(parent.findall("object")):
            if child.get("type") != "NUMANode":
                prune(child)
            number = int(child.get("cpuset").replace(",0x", "").removeprefix("0x"), 16)
            left = [bit for bit in range(16) if number >> bit & 1 and bit not in off]
            if left:
                child.set("cpuset", mask(left))
            else:
                parent.remove(child)

    machine = root.find("object")
    prune(machine)
    for key in ("cpuset", "allowed_cpuset"):
        machine.set(key, mask(set(range(16)) - off))
    distances(root, [[10, 21], [21, 10]])
    write("offline-cpus.xml", root)


def half_node_cpuset():
    """Two nodes of 8 cores, of which a cpuset leaves the second half of node 1 and its memory alone."""
    root = small(cores=8)
    machine = root.find("object")
    machine.set("allowed_cpuset", mask(range(12, 16)))
    machine.set("allowed_nodeset", mask([1]))
    distances(root, [[10, 21], [21, 10]])
    write("half-node-cpuset.xml", root)


if __name__ == "__main__":
    for make in (desktop, xeon, epyc, kunpeng, knights_mill, node_without_cpus, node_without_memory, sparse_numbering,
                 offline_cpus, half_node_cpuset):
        make()
