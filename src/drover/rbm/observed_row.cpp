#include <functional>
#include <span>

#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>
#include <drover/data/idx.hpp>
#include <drover/rbm/observed_row.hpp>

namespace drover::rbm {
namespace {

Place place_of(const std::string& name, std::size_t row, const std::string& column) {
    return {.file = name, .row = static_cast<std::int64_t>(row), .column = column};
}

// Nothing where that is unknown.
std::optional<bool> is_one(std::string_view field, const ObserveOptions& options,
                           const std::function<Place()>& place) {
    if (field.empty() || field == "?") return {};
    if (options.threshold) {
        try {
            return *options.threshold < parse_rational(field);
        } catch (const InputError&) {
            throw InputError(
                Problem{Fault::type, place(), "a number or nothing", quoted(std::string{field})});
        }
    }
    check_input(field == "0" || field == "1", [&] {
        return Problem{Fault::type, place(), "0, 1 or nothing", quoted(std::string{field}),
                       "{binarize} makes numbers binary"};
    });
    return field == "1";
}

ObservedRow observed_row(std::span<const std::string_view> fields, const ObserveOptions& options,
                         const std::function<Place(std::size_t column)>& place) {
    ObservedRow row{BitRow(fields.size())};
    for (std::size_t j = 0; j < fields.size(); ++j) {
        const std::optional<bool> found = is_one(fields[j], options, [&] { return place(j); });
        if (!found && row.unknown.size() == 0) row.unknown = BitRow(fields.size());
        found ? row.values.set(j, *found) : row.unknown.set(j, true);
    }
    return row;
}

ObservedTable observed_csv(std::string_view text, const std::string& name, const ObserveOptions& options) {
    CsvReader csv{text, name};
    check_input(csv.next(), [&] {
        return Problem{Fault::missing, {.file = name}, "a header line", "an empty file"};
    });
    ObservedTable observed{.names = {csv.fields().begin(), csv.fields().end()}, .rows = {}};
    check_csv_header(observed.names, name);
    StepWatch watch{options.control};
    while (csv.next()) {
        const std::size_t number = observed.rows.size() + 1;
        check_input(csv.fields().size() == observed.names.size(), [&] {
            return Problem{Fault::syntax,
                           {.file = name, .row = static_cast<std::int64_t>(number)},
                           std::to_string(observed.names.size()) + " fields",
                           std::to_string(csv.fields().size())};
        });
        const auto place = [&](std::size_t j) { return place_of(name, number, observed.names[j]); };
        observed.rows.push_back(observed_row(csv.fields(), options, place));
        if (!watch.goes_on()) throw Stopped{};
    }
    check_input(!observed.rows.empty(), [&] {
        return Problem{Fault::missing, {.file = name}, "at least one row", "none"};
    });
    return observed;
}

ObservedTable observed_images(std::string_view text, const std::string& name, const ObserveOptions& options) {
    const IdxArray images = parse_idx(text, name);
    check_input(images.sizes.size() >= 2 && images.item_size() > 0, [&] {
        return Problem{Fault::missing, {.file = name}, "images of at least one pixel", "none"};
    });
    ObservedTable observed;
    const std::size_t width = images.item_size();
    for (std::size_t j = 0; j < width; ++j) observed.names.push_back("p" + std::to_string(j));
    std::vector<bool> ones(256);
    for (std::size_t byte = 0; byte < 256; ++byte) {
        ones[byte] = options.threshold ? *options.threshold < Rational{static_cast<std::int64_t>(byte), 256}
                                       : byte == 1;
    }
    StepWatch watch{options.control};
    for (std::size_t i = 0; i < images.count() && watch.goes_on(); ++i) {
        ObservedRow row{BitRow(width)};
        for (std::size_t j = 0; j < width; ++j) {
            const auto byte = static_cast<unsigned char>(images.bytes[i * width + j]);
            check_input(options.threshold || byte <= 1, [&] {
                return Problem{
                    Fault::type,
                    {.file = name, .key = "image " + std::to_string(i + 1) + ", pixel " + std::to_string(j)},
                    "0 or 1",
                    std::to_string(byte),
                    "{binarize} makes numbers binary"};
            });
            row.values.set(j, ones[byte]);
        }
        observed.rows.push_back(std::move(row));
    }
    if (observed.rows.size() < images.count()) throw Stopped{};
    return observed;
}

}  // namespace

ObservedTable parse_observed(std::string_view text, const std::string& name, const ObserveOptions& options) {
    return is_idx(text) ? observed_images(text, name, options) : observed_csv(text, name, options);
}

}  // namespace drover::rbm
