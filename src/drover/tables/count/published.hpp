#pragma once

#include <functional>

#include <drover/core/run_control.hpp>
#include <drover/tables/count/choice.hpp>
#include <drover/tables/count/writer.hpp>

namespace drover {

/// A table of counts as a text to be published.
struct PublishedTable {
    std::string name;  ///< fit for a file
    std::vector<std::string> columns;
    TableSummary summary;
    std::string csv;
};

struct PublishOptions {
    TableChoice choice = {};
    TableWriterOptions writer = {};  ///< rounding and suppression
    RunControl control = {};         ///< counts tables; looked at after every batch of them
};

/// Tables of microdata. `name` is that of the file, for messages.
std::vector<PublishedTable> tables(const MeasurableRows& rows, const PublishOptions& options = {},
                                   const std::string& name = "microdata");

/// What the tables will be called, before any is counted.
std::vector<std::string> published_names(const MeasurableRows& rows, const PublishOptions& options,
                                         const std::string& name);

/// One at a time, so that all together need no memory. False if it was stopped.
bool tables(const MeasurableRows& rows, const PublishOptions& options, const std::string& name,
            const std::function<void(const PublishedTable&)>& take);

}  // namespace drover
