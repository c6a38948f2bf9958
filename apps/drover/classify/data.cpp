#include "data.hpp"

#include <ostream>

#include <drover/classify/summary.hpp>
#include <drover/core/choice.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/files/file.hpp>

#include "../cli/inputs.hpp"
#include "../cli/terminal.hpp"

namespace drover::cli::classify {

using namespace drover::classify;
namespace {

std::string text_of(InputFormat format) {
    for (const InputFormatChoice& each : input_formats)
        if (each.value == format) return std::string{each.text};
    return {};
}

bool has_labels_apart(InputFormat format) {
    return format == InputFormat::images || format == InputFormat::words;
}

InputFormat format_of(const TrainingFiles& files, const std::string& text) {
    return files.format == "auto" ? detect_format(text) : choose(input_formats, files.format, "format");
}

// An option for another format is a mistake.
void check_suits(const TrainingFiles& files, InputFormat format) {
    const auto expect = [&](bool given, InputFormat other, const char* option) {
        check_input(!given || format == other, [&] {
            return std::string{option} + ": expected " + text_of(other) + ", got " + text_of(format) +
                   " in " + files.data;
        });
    };
    expect(!files.label.empty(), InputFormat::table, "--label");
    expect(!files.ignore.empty(), InputFormat::table, "--ignore");
    expect(!files.categorical.empty(), InputFormat::table, "--categorical");
    expect(files.separator != ",", InputFormat::table, "--separator");
    expect(files.vocabulary != TrainingFiles{}.vocabulary, InputFormat::words, "--vocabulary");
    expect(files.skip_top != TrainingFiles{}.skip_top, InputFormat::words, "--skip-top");
    check_input(has_labels_apart(format) == !files.labels.empty(), [&] {
        return files.labels.empty()
                   ? files.data + ": expected --labels FILE beside " + text_of(format) + ", got none"
                   : "--labels: expected images or words, got " + text_of(format) + " in " + files.data;
    });
    check_input(format != InputFormat::table || !files.label.empty(), [&] {
        return files.data + ": expected --label COLUMN, which holds the classes of a table, got none";
    });
}

// Formats that can be recognised by their first bytes.
void check_format(const Model& model, const std::string& text, const std::string& path) {
    const InputFormat trained = model.coding.format();
    const InputFormat found = detect_format(text);
    const bool is_sure = found != InputFormat::table || trained == InputFormat::images;
    check_input(found == trained || !is_sure, [&] {
        return path + ": expected " + text_of(trained) + " as the model was trained on, got " +
               (found == InputFormat::table ? "other data" : text_of(found));
    });
}

}  // namespace

LearnedInputs learn_training(const TrainingFiles& files, const RunControl& control) {
    const CsvOptions csv = csv_options(files.separator);
    const std::string data = read_file(files.data);
    const InputFormat format = format_of(files, data);
    check_suits(files, format);
    const std::string labels = files.labels.empty() ? "" : read_file(files.labels);
    const NamedText text{data, files.data};
    const NamedText label_text{labels, files.labels};
    if (format == InputFormat::images) return learn_images(text, label_text, control);
    if (format == InputFormat::libsvm) return learn_libsvm(text, control);
    if (format == InputFormat::words) {
        return learn_words(text, label_text,
                           {.vocabulary = static_cast<std::size_t>(files.vocabulary),
                            .skip_top = static_cast<std::size_t>(files.skip_top)},
                           control);
    }
    return learn_table(
        text, {.label = files.label, .csv = csv, .ignore = files.ignore, .categorical = files.categorical},
        control);
}

CodedExamples read_training(const FitOptions& options, const Model& model, const RunControl& control) {
    CodedExamples train = read_examples(model, options.files.data, options.files.labels, control);
    check_input(digest_of(train.examples) == model.classifier.case_digest, [&] {
        return options.files.data + ": expected the examples that " + options.job.resume +
               " was trained on, got others";
    });
    return train;
}

Model read_model(const std::string& path) { return parse_model(read_file(path), path); }

void describe_votes(OptionList& list, VoteOptions& options) {
    list.count("--votes", options.votes, "Cast at most N votes, of evenly spaced updates; 0: all")
        .within(0, 1'000'000'000);
    describe(list, options.common);
}

Model read_voting_model(const VoteOptions& options) {
    const std::string& path = options.model;
    Model model = read_model(path);
    const Summary summary = summarize(model.classifier);
    check_input(summary.can_vote, [&] {
        return path + ": expected updates after the burn-in of " +
               std::to_string(model.classifier.options.burn_in) + ", got " + std::to_string(summary.updates) +
               " in all; continue with drover fit --resume";
    });
    check_input(options.votes == 0 || !summary.is_compact, [&] {
        return "--votes: expected a complete model, got a compact one, whose weights all vote: " + path;
    });
    return model;
}

CodedInputs read_inputs(const Model& model, const std::string& path) {
    const std::string text = read_file(path);
    check_format(model, text, path);
    return code_inputs(model.coding, {text, path});
}

CodedExamples read_examples(const Model& model, const std::string& path, const std::string& labels,
                            const RunControl& control) {
    const std::string text = read_file(path);
    check_format(model, text, path);
    if (labels.empty()) return code_examples(model.coding, {text, path}, {}, control);
    const std::string label_text = read_file(labels);
    return code_examples(model.coding, {text, path}, {label_text, labels}, control);
}

Votes take_votes(const char* what, const Model& model, const SparseRows& rows, const VoteOptions& options,
                 const Streams& streams) {
    ThreadPool pool{static_cast<std::size_t>(options.common.threads)};
    Progress progress{what, summarize(model.classifier).replayed, options.common, streams, "weights"};
    Votes votes =
        vote(model.classifier, rows, {.votes = options.votes, .pool = &pool, .control = progress.control()});
    if (votes.stopped) throw Interrupted{};
    return votes;
}

void tell_notes(const std::vector<std::string>& notes, const std::string& path, Streams& streams) {
    for (const std::string& note : notes) streams.err << "drover: " << path << ": " << note << '\n';
}

}  // namespace drover::cli::classify
