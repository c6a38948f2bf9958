#pragma once

#include <memory>

#include <drover/synth/checkpoint.hpp>
#include <drover/synth/synth.hpp>

namespace drover::synth {

/// One run of synthesize() in parts: with checkpoints, or resumed from one.
class Job {
  public:
    /// Throws InputError where the numbers or the options cannot work.
    Job(const TableSet& tables, const Options& options);
    Job(Job&& other) noexcept;
    Job& operator=(Job&& other) noexcept;
    ~Job();

    /// Rows that run() makes in all.
    std::int64_t rows_wanted() const;
    /// Instead of options.control.
    void follow(RunControl control);

    /// Continues after the rows of a checkpoint; `read` gives these as CSV, block after block, and they are
    /// checked once more. `name` and `rows_name` are those of the files, for messages. Throws InputError
    /// unless all fits together: every number of the checkpoint is compared with the rows, or with what a run
    /// can come to.
    void resume(const Checkpoint& before, const std::string& name, const ReadBlock& read,
                const std::string& rows_name);

    /// Makes rows until there are enough, or a goal is met, or it is stopped; then with a last checkpoint.
    /// Throws InputError for a plan of checkpoints beside a shuffle.
    void run(const TakeRows& take, const CheckpointPlan& plan = {});

    /// The state of the rows handed over so far. Inputs and options are the caller's to fill in.
    Checkpoint checkpoint() const;
    std::int64_t row_count() const;
    bool interrupted() const;
    /// All but the cells.
    Result result() const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace drover::synth
