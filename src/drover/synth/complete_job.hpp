#pragma once

#include <memory>

#include <drover/synth/synth.hpp>

namespace drover::synth {

/// One run of complete(), which hands its rows over block by block.
class CompleteJob {
  public:
    /// Throws InputError where the numbers or the options cannot work.
    CompleteJob(const TableSet& tables, const Options& options);
    CompleteJob(CompleteJob&& other) noexcept;
    CompleteJob& operator=(CompleteJob&& other) noexcept;
    ~CompleteJob();

    /// Instead of options.control.
    void follow(RunControl control);

    /// Fills the blanks of the text. The CSV of a block has the columns of the text first.
    void run(const TableText& partial, const TakeRows& take);

    std::int64_t row_count() const;
    bool interrupted() const;
    /// All but the cells.
    Result result() const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace drover::synth
