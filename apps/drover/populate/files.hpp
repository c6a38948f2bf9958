#pragma once

#include <drover/populate/input.hpp>
#include <drover/populate/populationsim.hpp>
#include <drover/report/certified_file.hpp>

#include "../cli/common.hpp"

namespace drover::cli::populate {
using namespace drover::populate;

/// Input files on the command line, and how they are read.
struct Files {
    std::string households;
    std::string persons;
    std::string id;
    std::string person_id;
    std::string weight;
    std::string geography;
    std::string controls;
    std::vector<std::string> totals;  ///< LEVEL=FILE
    std::vector<std::string> levels;  ///< LEVEL=COLUMN
    std::string area;
    std::string total;
    std::vector<std::string> without;
    std::vector<std::string> trust;       ///< LEVEL=NUMBER
    std::vector<std::string> importance;  ///< given, equal, CONTROL=NUMBER
    std::string columns;
    std::string person_columns;
    std::string separator = ",";
    std::vector<SettingsFile> renamed;     ///< not an option: from PopulationSim's settings
    std::vector<std::string> passed_over;  ///< settings that drover ignores
    CertifiedFile settings = {};           ///< the settings file; empty without a folder
    std::string populationsim;             ///< folder; empty: the files above
};

/// Options of the sample and the controls; all of these and the rest; the columns to keep in a result.
void describe_sample(OptionList& list, Files& files);
void describe(OptionList& list, Files& files);
void describe_columns(OptionList& list, Files& files);

/// The input, and the files with their digests.
struct ReadFiles {
    Input input;
    std::vector<CertifiedFile> files;
    Files given;  ///< completed from a folder of PopulationSim
};
/// Throws Stopped where the control asks for that.
ReadFiles read_files(const Files& given, std::uint64_t seed, const RunControl& control = {});

/// All files that are read, each with its option.
std::vector<FileUse> input_files(const Files& files);

/// "NAME=REST" of an option. Throws InputError naming the option.
std::pair<std::string, std::string> name_and_rest(const char* option, const std::string& text,
                                                  const char* expected);

/// The settings of a folder of PopulationSim. Throws InputError naming the file and the line.
SettingsNode parse_settings(const std::string& text, const std::string& file);

/// Fills in what a folder of PopulationSim says: configs/settings.yaml names the files, data/ holds them.
/// Options given beside --populationsim take precedence.
Files from_populationsim(Files files);

}  // namespace drover::cli::populate
