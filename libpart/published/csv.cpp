#include "libpart/published/csv.hpp"

#include <fmt/format.h>

#include <charconv>

#include "banyan/part/error.hpp"

namespace banyan::part::published {
namespace {

csv_row fields_of(std::string_view line) {
    csv_row fields;
    for (;;) {
        const std::size_t comma = line.find(',');
        fields.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos) return fields;
        line.remove_prefix(comma + 1);
    }
}

}  // namespace

std::vector<csv_row> csv_rows(std::string_view text) {
    std::vector<csv_row> rows;
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = text.find('\n');
        csv_row row = fields_of(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (!rows.empty() && row.size() != rows.front().size())
            throw error(fmt::format("csv: line {} has {} fields, expected {} as in line 1", line, row.size(),
                                    rows.front().size()));
        rows.push_back(std::move(row));
    }
    if (!rows.empty()) rows.erase(rows.begin());
    return rows;
}

double csv_number(std::string_view field) {
    double value = 0;
    const auto [end, problem] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (problem != std::errc{} || end != field.data() + field.size())
        throw error(fmt::format("csv: '{}' is not a number", field));
    return value;
}

}  // namespace banyan::part::published
