#pragma once

#include <functional>

#include <drover/core/run_control.hpp>
#include <drover/tables/count/choice.hpp>
#include <drover/tables/count/writer.hpp>

namespace drover {

/// A table of counts as a text for publication.
struct PublishedTable {
    std::string name;  ///< usable as a file name
    std::vector<std::string> columns;
    TableSummary summary;
    std::string csv;
};

struct PublishOptions {
    TableChoice choice = {};
    TableWriterOptions writer = {};  ///< rounding and suppression
    RunControl control = {};         ///< counts tables; polled after every batch of them
};

/// Tables of microdata. `name` names the file in messages.
std::vector<PublishedTable> tables(const MeasurableRows& rows, const PublishOptions& options = {},
                                   const std::string& name = "microdata");

/// The names of the tables, before any is counted.
std::vector<std::string> published_names(const MeasurableRows& rows, const PublishOptions& options,
                                         const std::string& name);

/// One at a time, so that they need not fit in memory together. False if it was stopped.
bool tables(const MeasurableRows& rows, const PublishOptions& options, const std::string& name,
            const std::function<void(const PublishedTable&)>& take);

}  // namespace drover
