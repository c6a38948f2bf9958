#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>
#include <drover/data/idx.hpp>
#include <drover/rbm/observed_row.hpp>

namespace drover::rbm {
namespace {

bool is_one(const std::string& field, const ObserveOptions& options, const CsvTable& table, std::size_t row,
            std::size_t column) {
    if (options.threshold) {
        try {
            return *options.threshold < parse_rational(field);
        } catch (const InputError&) {
            throw InputError(table.place(row, column) + ": expected a number or nothing, got " +
                             quoted(field));
        }
    }
    check_input(field == "0" || field == "1", [&] {
        return table.place(row, column) + ": expected 0, 1 or nothing, got " + quoted(field) +
               "; --binarize makes numbers binary";
    });
    return field == "1";
}

ObservedTable observed_csv(std::string_view text, const std::string& name, const ObserveOptions& options) {
    const CsvTable table = parse_csv(text, name);
    check_input(!table.rows.empty(), [&] { return name + ": expected at least one row, got none"; });
    ObservedTable observed{.names = table.header, .rows = {}};
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        ObservedRow row{BitRow(table.header.size())};
        for (std::size_t j = 0; j < table.header.size(); ++j) {
            const std::string& field = table.rows[i].fields[j];
            if (field.empty() || field == "?") {
                if (row.unknown.size() == 0) row.unknown = BitRow(table.header.size());
                row.unknown.set(j, true);
            } else {
                row.values.set(j, is_one(field, options, table, i, j));
            }
        }
        observed.rows.push_back(std::move(row));
    }
    return observed;
}

ObservedTable observed_images(std::string_view text, const std::string& name, const ObserveOptions& options) {
    const IdxArray images = parse_idx(text, name);
    check_input(images.sizes.size() >= 2 && images.item_size() > 0,
                [&] { return name + ": expected images of at least one pixel, got none"; });
    ObservedTable observed;
    const std::size_t width = images.item_size();
    for (std::size_t j = 0; j < width; ++j) observed.names.push_back("p" + std::to_string(j));
    std::vector<bool> ones(256);
    for (std::size_t byte = 0; byte < 256; ++byte) {
        ones[byte] = options.threshold ? *options.threshold < Rational{static_cast<std::int64_t>(byte), 256}
                                       : byte == 1;
    }
    for (std::size_t i = 0; i < images.count(); ++i) {
        ObservedRow row{BitRow(width)};
        for (std::size_t j = 0; j < width; ++j) {
            const auto byte = static_cast<unsigned char>(images.bytes[i * width + j]);
            check_input(options.threshold || byte <= 1, [&] {
                return name + ": image " + std::to_string(i + 1) + ", pixel " + std::to_string(j) +
                       ": expected 0 or 1, got " + std::to_string(byte) + "; --binarize makes numbers binary";
            });
            row.values.set(j, ones[byte]);
        }
        observed.rows.push_back(std::move(row));
    }
    return observed;
}

}  // namespace

ObservedTable parse_observed(std::string_view text, const std::string& name, const ObserveOptions& options) {
    return is_idx(text) ? observed_images(text, name, options) : observed_csv(text, name, options);
}

}  // namespace drover::rbm
