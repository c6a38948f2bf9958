#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include <drover/core/check.hpp>
#include <drover/files/output.hpp>
#include <drover/files/uses.hpp>

namespace drover {
namespace {

namespace fs = std::filesystem;

// The identity of a file, however its path is spelled: device and inode; for one that does not exist yet,
// those of its folder, and its name.
struct Identity {
    dev_t device = 0;
    ino_t inode = 0;
    std::string name = {};

    friend bool operator==(const Identity&, const Identity&) = default;
};

std::optional<Identity> identity_of(const struct stat& status) {
    if (S_ISCHR(status.st_mode)) return {};  // /dev/null may be anything
    return Identity{status.st_dev, status.st_ino};
}

// Nothing if it does not exist.
std::optional<Identity> identity_of_input(const std::string& path) {
    struct stat status {};
    if (path == "-" || ::stat(path.c_str(), &status) != 0) return {};
    return identity_of(status);
}

// Nothing for files that cannot clash with others.
std::optional<Identity> identity_of_output(const std::string& path) {
    struct stat status {};
    if (path == "-") {
        if (::fstat(STDOUT_FILENO, &status) != 0 || !S_ISREG(status.st_mode)) return {};
        return identity_of(status);
    }
    if (::stat(path.c_str(), &status) == 0) return identity_of(status);
    const fs::path file{file_behind_links(path)};
    const fs::path folder = file.parent_path();
    if (::stat(folder.empty() ? "." : folder.c_str(), &status) != 0) return {};
    return Identity{status.st_dev, status.st_ino, file.filename().string()};
}

// A name that a run uses: that of the file itself, or a temporary one.
struct UsedName {
    const FileUse* use;
    std::string path;
    std::optional<Identity> identity;
    bool is_temporary = false;

    bool is_same(const UsedName& other) const { return identity.has_value() && identity == other.identity; }
};

std::vector<UsedName> names_of_output(const FileUse& use) {
    std::vector<UsedName> names{{&use, use.path, identity_of_output(use.path)}};
    struct stat status {};
    if (use.path == "-" || (::stat(use.path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))) return names;
    for (const std::string& name : {resumable_temporary(use.path), plain_temporary(use.path)})
        names.push_back({&use, name, identity_of_output(name), true});
    return names;
}

[[noreturn]] void refuse_temporary(const UsedName& temporary, const FileUse& other) {
    throw InputError(Problem{
        Fault::conflict,
        {.key = temporary.use->option + " and " + other.option},
        "no other use of " + quoted(temporary.path) + ", the temporary name for " + temporary.use->option,
        quoted(other.path)});
}

void check_against(const std::vector<UsedName>& output, const std::vector<UsedName>& before) {
    for (const UsedName& mine : output) {
        for (const UsedName& other : before) {
            if (!mine.is_same(other)) continue;
            if (mine.is_temporary) refuse_temporary(mine, *other.use);
            if (other.is_temporary) refuse_temporary(other, *mine.use);
            throw InputError(Problem{Fault::repeated,
                                     {.key = other.use->option + " and " + mine.use->option},
                                     "two files",
                                     quoted(mine.path) + " twice"});
        }
    }
}

void check_not_read(const std::vector<UsedName>& output, const FileUse& input) {
    const UsedName name{&input, input.path, identity_of_input(input.path)};
    for (const UsedName& mine : output) {
        if (!mine.is_same(name)) continue;
        if (mine.is_temporary) refuse_temporary(mine, input);
        check_input(mine.use->may_replace == input.option, [&] {
            return Problem{
                Fault::conflict, {.key = mine.use->option}, "a file that is not an input", quoted(mine.path)};
        });
    }
}

// A file that is in the folder, or below it.
void check_not_in(const FileUse& output, const FileUse& folder) {
    const std::optional<Identity> data = identity_of_input(folder.path);
    std::error_code error;
    if (output.path == "-" || !data || !output.may_replace.empty()) return;  // a checkpoint may be there
    if (!fs::is_regular_file(output.path, error)) return;
    for (fs::path at = fs::canonical(output.path, error); at.has_relative_path(); at = at.parent_path()) {
        check_input(identity_of_input(at.parent_path().string()) != data, [&] {
            return Problem{
                Fault::conflict, {.key = output.option}, "no file of " + folder.option, quoted(output.path)};
        });
    }
}

bool is_standard(const FileUse& use) { return use.path == "-"; }

void check_standard_streams(const FileUses& uses) {
    check_input(std::count_if(uses.inputs.begin(), uses.inputs.end(), is_standard) <= 1, [] {
        return Problem{Fault::conflict, {}, "at most one input from standard input", "several"};
    });
    const auto first = std::find_if(uses.outputs.begin(), uses.outputs.end(), is_standard);
    if (first == uses.outputs.end()) return;
    const auto second = std::find_if(first + 1, uses.outputs.end(), is_standard);
    check_input(second == uses.outputs.end(), [&] {
        return Problem{Fault::conflict,
                       {.key = first->option + " and " + second->option},
                       "one of them on standard output",
                       "both"};
    });
}

}  // namespace

void check_file_uses(const FileUses& uses) {
    check_standard_streams(uses);
    std::vector<UsedName> before;
    for (const FileUse& use : uses.outputs) {
        const std::vector<UsedName> names = names_of_output(use);
        check_against(names, before);
        for (const FileUse& input : uses.inputs) check_not_read(names, input);
        for (const FileUse& folder : uses.input_folders) check_not_in(use, folder);
        before.insert(before.end(), names.begin(), names.end());
    }
}

}  // namespace drover
