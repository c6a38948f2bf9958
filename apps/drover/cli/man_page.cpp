#include <algorithm>
#include <ostream>
#include <sstream>

#include <drover/version.hpp>

#include "command_line.hpp"
#include "generate.hpp"
#include "help.hpp"

namespace drover::cli {
namespace {

// Characters that roff reads otherwise, or typesets as others.
std::string escaped(const std::string& text) {
    static const std::vector<std::pair<char, const char*>> escapes{
        {'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
    std::string result = text.rfind('.', 0) == 0 ? "\\&" : "";
    for (const char c : text) {
        const auto escape =
            std::find_if(escapes.begin(), escapes.end(), [&](const auto& pair) { return pair.first == c; });
        result += escape == escapes.end() ? std::string{c} : escape->second;
    }
    return result;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + escaped(text) + "\\fR"; }

void write_header(std::ostream& out, const std::string& name, const std::string& summary) {
    std::string title = name;
    for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    out << ".TH " << escaped(title) << R"( 1 "" "drover )" << version << "\" \"drover\"\n"
        << ".SH NAME\n"
        << escaped(name) << " \\- " << escaped(summary) << '\n';
}

// A footer is paragraphs, the last of which may be examples.
struct Footer {
    std::vector<std::string> paragraphs;
    std::vector<std::string> examples;
};

Footer parts_of(const std::string& footer) {
    static const std::string mark = "Example: ";
    Footer parts;
    const std::size_t example = std::min(footer.find(mark), footer.size());
    std::string text = footer.substr(0, example);
    for (std::size_t end = 0; (end = text.find("\n\n")) != std::string::npos; text.erase(0, end + 2))
        parts.paragraphs.push_back(text.substr(0, end));
    if (!text.empty()) parts.paragraphs.push_back(text);
    if (example == footer.size()) return parts;
    for (std::size_t at = example; at < footer.size();) {
        const std::size_t end = std::min(footer.find('\n', at), footer.size());
        parts.examples.push_back(footer.substr(at + mark.size(), end - at - mark.size()));
        at = end + 1;
    }
    return parts;
}

// Lines are filled anew.
void write_paragraph(std::ostream& out, std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    out << ".PP\n" << escaped(text) << '\n';
}

void write_examples(std::ostream& out, const std::vector<std::string>& examples) {
    out << ".PP\n.nf\n";
    for (const std::string& example : examples) out << "    " << escaped(example) << '\n';
    out << ".fi\n";
}

void write_footer(std::ostream& out, const std::string& footer) {
    const Footer parts = parts_of(footer);
    for (const std::string& paragraph : parts.paragraphs) write_paragraph(out, paragraph);
}

void write_option(std::ostream& out, const Option& option) {
    out << ".TP\n";
    if (option.is_argument()) {
        out << italic(option.names);
    } else {
        out << joined(spellings(option), ", ", bold);
        if (!is_flag(option)) out << ' ' << italic(option.type);
    }
    out << '\n' << escaped(option.help_text()) << '.';
    if (option.is_required) out << " Required.";
    if (!option.default_text.empty()) out << " Default: " << escaped(option.default_text) << '.';
    for (const std::string& other : option.excludes) out << " Not with " << bold(other) << '.';
    for (const std::string& other : option.needs) out << " Only with " << bold(other) << '.';
    out << '\n';
}

void write_options(std::ostream& out, const std::vector<Option>& options) {
    for (const bool arguments : {true, false})
        for (const Option& option : options)
            if (option.is_argument() == arguments) write_option(out, option);
}

// "drover tables [OPTIONS] [MICRODATA]": what a user replaces is in italics.
void write_usage(std::ostream& out, const DescribedCommand& command) {
    const std::string name = command_name(command);
    out << bold(name);
    std::istringstream words{usage_of(command).substr(name.size())};
    for (std::string word; words >> word;) {
        const std::size_t begin = word.front() == '[' ? 1 : 0;
        const std::size_t end = std::min(word.find_first_of(".]"), word.size());
        const std::string text = word.substr(begin, end - begin);
        out << ' ' << word.substr(0, begin) << (text.front() == '-' ? bold(text) : italic(text))
            << word.substr(end);
    }
    out << '\n';
}

void write_item(std::ostream& out, const DescribedCommand& item) {
    const Footer footer = parts_of(item.footer);
    out << ".SS " << escaped(item.path) << '\n' << escaped(item.summary) << ".\n.PP\n";
    write_usage(out, item);
    write_footer(out, item.footer);
    write_options(out, item.options);
    if (!footer.examples.empty()) write_examples(out, footer.examples);
}

}  // namespace

void write_program_page(std::ostream& out, const std::vector<DescribedCommand>& commands) {
    write_header(out, "drover", "herding: deterministic samples from moments");
    out << ".SH SYNOPSIS\n"
        << bold("drover") << ' ' << italic("COMMAND") << " [" << italic("OPTIONS") << "]\n"
        << ".SH DESCRIPTION\n"
        << escaped(program_summary) << '\n'
        << ".SH COMMANDS\n";
    for (const DescribedCommand& command : commands) {
        out << ".TP\n" << bold("drover-" + command.path) << "(1)\n" << escaped(command.summary) << ".\n";
    }
    out << ".SH EXIT STATUS\n";
    const std::vector<std::pair<const char*, const char*>> codes{
        {"0", "All went well."},
        {"1", "A mistake in drover itself."},
        {"2", "The command line is wrong."},
        {"3", "The data or an option's value are wrong, or a certificate does not hold."},
        {"4", "A file could not be read or written."},
        {"130", "Interrupted."},
        {"141", "Whoever reads standard output has closed it, as head does: ended by SIGPIPE."}};
    for (const auto& [code, meaning] : codes) out << ".TP\n" << bold(code) << '\n' << meaning << '\n';
}

void write_command_page(std::ostream& out, const DescribedCommand& command) {
    const Footer footer = parts_of(command.footer);
    write_header(out, "drover-" + command.path, command.summary);
    out << ".SH SYNOPSIS\n";
    write_usage(out, command);
    out << ".SH DESCRIPTION\n" << escaped(command.summary) << ".\n";
    write_footer(out, command.footer);
    if (!command.options.empty()) out << ".SH OPTIONS\n";
    write_options(out, command.options);
    if (!command.items.empty()) out << ".SH ITEMS\n";
    for (const DescribedCommand& item : command.items) write_item(out, item);
    if (!footer.examples.empty()) {
        out << ".SH EXAMPLES\n";
        write_examples(out, footer.examples);
    }
    out << ".SH SEE ALSO\n" << bold("drover") << "(1)\n";
}

}  // namespace drover::cli
