#include "banyan/part/papers/self_synchronization_table.hpp"

#include <vector>

#include "libpart/published/csv.hpp"
#include "libpart/published/published_data.hpp"

namespace banyan::part {
namespace {

std::vector<self_synchronization_entry> read_entries() {
    std::vector<self_synchronization_entry> entries;
    for (const published::csv_row& row : published::csv_rows(published::marinescu_rice_table_2)) {
        self_synchronization_entry e{published::csv_number(row[0]), published::csv_number(row[1]),
                                     published::csv_number(row[2]), published::csv_number(row[3]), 0};
        const epoch_times times = times_of_table(e.compute);
        e.computed = speed_up(self_synchronized_utilization(times, {e.every, e.bound}), 1024);
        entries.push_back(e);
    }
    return entries;
}

}  // namespace

std::span<const self_synchronization_entry> self_synchronization_table() {
    static const std::vector<self_synchronization_entry> entries = read_entries();
    return entries;
}

epoch_times times_of_table(double compute) {
    return {.compute = compute, .level = 1, .levels = 10, .boundaries = boundary_exchange(4, 1, 2)};
}

}  // namespace banyan::part
