#pragma once

#include <functional>

#include <drover/dynamics/survey.hpp>
#include <drover/job/job.hpp>

namespace drover::dynamics {

/// survey_tables() in slices. The unit is a table. One that has begun and is stopped is measured anew later.
class SurveyJob final : public Job {
  public:
    /// `use` is called for every table that is measured, in the order of their numbers: a file can be written
    /// line by line. Throws InputError for sizes that are none, and for more steps than the memory allows.
    explicit SurveyJob(SurveyOptions options, ThreadPool* pool = nullptr,
                       std::function<void(const TableRecord&)> use = {});

    bool advance(std::int64_t budget, const RunControl& control) override;
    JobProgress progress() const override;
    void save(SealedWriter& out) const override;
    /// A checkpoint of fewer tables is continued; `use` is not called for its tables.
    void restore(SealedReader& in) override;

    /// Those measured so far.
    const std::vector<TableRecord>& records() const { return records_; }

  private:
    void measure_more(const RunControl& control);
    void hand_over();

    SurveyOptions options_;
    ThreadPool* pool_;
    std::function<void(const TableRecord&)> use_;
    std::vector<TableRecord> records_;
    std::vector<TableRecord> ahead_;  // measured, the next one last
};

}  // namespace drover::dynamics
