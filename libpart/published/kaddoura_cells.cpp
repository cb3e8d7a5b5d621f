// Tables 2 to 8 as values.
#include <algorithm>
#include <string>

#include "banyan/part/papers/published.hpp"
#include "libpart/published/csv.hpp"
#include "libpart/published/published_data.hpp"

namespace banyan::part {
namespace {

/// Parses "1K x 20K". The paper's K is 1000 (section 6.4: 1000 x 3000).
grid array_of(std::string_view text) {
    const auto side = [](std::string_view thousands) {
        return static_cast<std::int64_t>(published::csv_number(thousands.substr(0, thousands.find('K')))) * 1000;
    };
    return {side(text), side(text.substr(text.find(" x ") + 3)), periodic::none};
}

std::vector<kaddoura_cell> read_cells() {
    std::vector<kaddoura_cell> cells;
    for (const published::csv_row& row : published::csv_rows(published::tables_2_to_7)) {
        cells.push_back({static_cast<int>(published::csv_number(row[0])), row[1] == "TILE" ? "tile" : "xy2",
                         published::csv_number(row[2]), array_of(row[3]), published::csv_number(row[4]),
                         static_cast<int>(published::csv_number(row[5])), published::csv_number(row[6])});
    }
    return cells;
}

}  // namespace

std::span<const kaddoura_cell> kaddoura_cells() {
    static const std::vector<kaddoura_cell> cells = read_cells();
    return cells;
}

std::vector<kaddoura_time> kaddoura_times() {
    constexpr std::string_view methods[] = {"tile", "xy2", "rb2", "rb3"};  // the order of the columns
    std::vector<kaddoura_time> times;
    for (const published::csv_row& row : published::csv_rows(published::table_8))
        for (std::size_t i = 1; i < row.size(); ++i)
            times.push_back({static_cast<int>(published::csv_number(row[0])), std::string(methods[(i - 1) / 2]),
                             i % 2 == 1, published::csv_number(row[i])});
    return times;
}

}  // namespace banyan::part
