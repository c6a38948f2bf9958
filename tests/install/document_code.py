"""The pieces of C++ in docs/ as one source that must compile against the installed headers."""
import re

BLOCK = re.compile(r"^```cpp\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PIECES = {  # of each page in their order: headers that it does not show, and what it takes for granted
    "dynamics.md": [([], "const std::vector<QuadraticNumber>& moments")],
    "fit.md": [([], "const std::string& text, const std::string& other, ThreadPool& pool, const RunControl& control"),
               (["data/examples/learn_inputs.hpp"],
                "const LearnedInputs& learned, ThreadPool& pool, RunControl::Clock::time_point deadline, JobEnd end")],
    "ising.md": [([], "const RunControl& control")],
    "library.md": [None, None, (["drover.hpp"], "const TableSet& tables")],
    "populate.md": [([], "const std::string& households, const std::string& persons, const std::string& geography, "
                         "const std::string& controls, const std::string& zones, const std::string& tracts, "
                         "std::ostream& out, ThreadPool& pool, const RunControl& control")],
    "rbm.md": [([], "const std::string& text, const std::string& other, ThreadPool& pool, const RunControl& control"),
               (["rbm/observed_row.hpp"],
                "const rbm::ObservedTable& seen, ThreadPool& pool, RunControl::Clock::time_point deadline")],
    "walk.md": [(["herd/fixed_moments.hpp", "herd/herder.hpp", "herd/maximize/elimination.hpp", "herd/maximize/max_product.hpp"],
                 "const Moments& moments"),
                (["herd/fixed_moments.hpp", "herd/herder.hpp", "herd/maximize/coordinate_ascent.hpp",
                  "herd/features/pairs.hpp"], "const PairFeatures<Indicators>& features, const Moments& moments"),
                (["files/read.hpp", "dynamics/period.hpp"], "const HerdTarget& target"),
                ([], "")],
}


def pieces(docs):
    """Of every page: its pieces of C++."""
    found = {page.name: BLOCK.findall(page.read_text(encoding="utf-8")) for page in sorted(docs.glob("*.md"))}
    return {name: blocks for name, blocks in found.items() if blocks}


def source(docs, has_header):
    """A source with one function per piece; complete programs, which are None above, are built elsewhere. Pieces that
    need a header which was not installed are left out."""
    found = pieces(docs)
    if {name: len(blocks) for name, blocks in found.items()} != {name: len(given) for name, given in PIECES.items()}:
        raise ValueError("docs/: pieces of C++ that tests/install/document_code.py does not know, or none where it "
                         "expects one")
    headers, functions = ["<drover/core/thread_pool.hpp>", "<ostream>"], []
    for name, blocks in found.items():
        for number, (block, given) in enumerate(zip(blocks, PIECES[name])):
            if given is None:
                continue
            needed = [f"<drover/{header}>" for header in given[0]] + re.findall(r"^#include (<.*>)$", block, re.MULTILINE)
            if not all(has_header(header.strip("<>")) for header in needed):
                continue
            headers += needed
            body = re.sub(r"^#include .*\n", "", block, flags=re.MULTILINE)
            functions.append(f"// docs/{name}\nvoid {name.removesuffix('.md')}_{number}({given[1]}) {{\n{body}}}\n")
    return ("".join(f"#include {header}\n" for header in dict.fromkeys(headers)) +
            "using namespace drover;\nclass OptionList;\nstruct HerdOptions;\n" + "".join(functions))
