#pragma once

#include <string>
#include <vector>

#include <drover/tables/read/read.hpp>

namespace drover::read {

/// The cells and the total of a table; a total below 0 is not compared.
struct ExpectedTable {
    std::size_t cells = 0;
    double total = -1;
};

/// What a published file holds. A file that must be refused has reasons, one of which is to be given.
struct ExpectedFile {
    std::string family;
    std::string file;
    std::string where = {};  ///< "column=value"
    std::string sheet = {};
    Outcome outcome = Outcome::tables;
    std::vector<ExpectedTable> tables = {};
    std::size_t rows = 0;     ///< of microdata
    std::size_t columns = 0;  ///< of microdata, without identifiers
    std::vector<Reason> reasons = {};
};

const std::vector<ExpectedFile>& expected_files();

/// The folder of the files, from the environment variable DROVER_PUBLISHED; empty if it is not set.
std::string published_folder();

/// Empty if the file is absent.
std::string published_bytes(const ExpectedFile& file);

ReadOptions options_for(const ExpectedFile& file);

enum class Verdict { right, refused_well, refused_badly, wrong };
Verdict judge(const ExpectedFile& expected, const Reading& reading);

}  // namespace drover::read
