#include <algorithm>
#include <cerrno>
#include <ostream>
#include <set>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <drover/core/error.hpp>

#include "output_folder.hpp"
#include "terminal.hpp"

namespace drover::cli {
namespace {

namespace fs = std::filesystem;

int locked_folder(const std::string& path) {
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) throw IoError(path, "cannot write: " + std::generic_category().message(errno), errno);
    if (::flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return folder;
    ::close(folder);
    throw IoError(path, "cannot write: another run is writing into it");
}

}  // namespace

OutputFolder::OutputFolder(std::string option, const std::string& path, FileUses uses)
    : option_{std::move(option)}, path_{path}, uses_{std::move(uses)} {
    std::error_code error;
    made_ = fs::create_directories(path_, error);
    if (error) throw IoError(path, "cannot make the folder: " + error.message(), error.value());
    lock_ = locked_folder(path);
    if (made_) half_there_.add(path_.string());
}

OutputFolder::~OutputFolder() {
    files_.clear();  // what was not kept goes
    std::error_code ignored;
    if (made_) fs::remove(path_, ignored);  // fails where there is something in it
    ::close(lock_);
}

void OutputFolder::check(const std::string& file) const {
    FileUses uses = uses_;
    uses.outputs.push_back({option_, path_of(file)});
    check_file_uses(uses);
}

void OutputFolder::write(const std::string& file, const std::function<void(std::ostream&)>& write) {
    if (interrupted()) throw Interrupted{};
    check(file);
    auto output = std::make_unique<OutputFile>(path_of(file));
    half_there_.add(plain_temporary(path_of(file)));
    write(output->stream());
    output->release();
    written_.push_back(path_ / file);
    files_.push_back(std::move(output));
}

std::size_t OutputFolder::other_csv_count() const {
    const std::set<fs::path> written{written_.begin(), written_.end()};
    std::error_code ignored;
    const fs::directory_iterator files{path_, ignored};
    return static_cast<std::size_t>(std::count_if(begin(files), end(files), [&](const auto& entry) {
        return entry.path().extension() == ".csv" && !written.contains(entry.path());
    }));
}

void OutputFolder::keep() {
    const HoldInterrupts hold;
    for (const auto& file : files_) file->commit(FolderSync::later);
    files_.clear();
    sync_folder(path_.string());
}

}  // namespace drover::cli
