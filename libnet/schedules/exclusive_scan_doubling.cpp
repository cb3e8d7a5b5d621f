// Exclusive scan by recursive doubling (Hillis and Steele 1986). A rank holds the combination of 2^k ranks that end
// with itself, as in scan, and the same without its own items. It defines the standard association of exclusive_scan.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/doubling_cost.hpp"

namespace banyan::net {
namespace {

schedule exclusive_scan_doubling_schedule(const collective_shape& shape) {
    schedule_builder out;
    const items_at result{area::output, 0, shape.items};
    items_at mine{area::input, 0, shape.items};
    const items_at theirs = shape.rank > 1 ? out.scratch(shape.items) : items_at{};
    for (int distance = 1; distance < shape.size; distance *= 2) {
        const int from = shape.rank - distance, to = shape.rank + distance;
        const items_at received = distance == 1 ? result : theirs;
        if (from >= 0) out.receive(from, received);
        if (to < shape.size) out.send(to, mine);
        out.wait();
        if (from < 0) continue;
        if (distance > 1) out.combine(theirs, result, result);
        if (shape.rank + 2 * distance >= shape.size) continue;  // it sends no more
        const items_at wider = distance == 1 ? out.scratch(shape.items) : mine;
        out.combine(received, mine, wider);
        mine = wider;
    }
    return out.finish();
}

// Two combinations in each step but the first, if all ranks of the last step's path also send; otherwise one less.
int combined_on_path(int size) {
    const int steps = cube_dimension(size);
    return steps < 2 ? 0 : 2 * (steps - 1) - (4 * size <= 3 << steps);
}

algorithm_cost exclusive_scan_doubling_cost(const collective_shape& shape) {
    algorithm_cost total = doubling_cost(shape);
    total.path_combined = static_cast<std::uint64_t>(combined_on_path(shape.size)) * shape.items;
    return total;
}

}  // namespace

const algorithm exclusive_scan_doubling{
    .kind = collective_kind::exclusive_scan,
    .name = "doubling",
    .summary = "from rank - 1, - 2, - 4, ...: few rounds, for short vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &exclusive_scan_doubling_schedule,
    .cost = &exclusive_scan_doubling_cost,
};

}  // namespace banyan::net
