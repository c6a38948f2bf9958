#pragma once

#include <cstdint>
#include <string>

#include <drover/core/run_control.hpp>
#include <drover/core/sealed_bytes.hpp>

namespace drover {

/// How far a job is, in its own unit: rows, households, updates, steps, tables.
struct JobProgress {
    std::int64_t done = 0;
    std::int64_t total = 0;  ///< 0: not known
    std::string note = {};   ///< what else there is to say: "error 0.012"
};

/// Long work in slices. A product derives from it and adds result(). The constructor checks the input, asks
/// the MemoryLimit and does the set-up; it throws Stopped where the control of the options asks for that.
/// What is made never depends on how the work is sliced, on threads, or on being saved and restored.
class Job {
  public:
    Job() = default;
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    Job(Job&&) = delete;
    Job& operator=(Job&&) = delete;
    virtual ~Job() = default;

    /// Does up to `budget` more units, at least one, and fewer if the control asks for a stop. It tells the
    /// control the units done since the job began. False once all is done.
    virtual bool advance(std::int64_t budget, const RunControl& control) = 0;
    virtual JobProgress progress() const = 0;

    /// All that the rest of the work depends on, and nothing that the inputs and options say.
    virtual void save(SealedWriter& out) const = 0;
    /// Only before the first advance(). Throws InputError for anything that save() of such a job could not
    /// have written.
    virtual void restore(SealedReader& in) = 0;
};

}  // namespace drover
