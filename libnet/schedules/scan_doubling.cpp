// Scan by recursive doubling (Hillis and Steele 1986): after step k rank r holds the combination of the ranks
// r - 2^(k+1) + 1 .. r. It defines the standard association of scan.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/doubling_cost.hpp"

namespace banyan::net {
namespace {

schedule scan_doubling_schedule(const collective_shape& shape) {
    schedule_builder out;
    const items_at mine{area::output, 0, shape.items};
    out.copy({area::input, 0, shape.items}, mine);
    const items_at theirs = shape.rank > 0 ? out.scratch(shape.items) : items_at{};
    for (int distance = 1; distance < shape.size; distance *= 2) {
        const bool receives = shape.rank >= distance;
        if (receives) out.receive(shape.rank - distance, theirs);
        if (shape.rank + distance < shape.size) out.send(shape.rank + distance, mine);
        out.wait();
        if (receives) out.combine(theirs, mine, mine);
    }
    return out.finish();
}

algorithm_cost scan_doubling_cost(const collective_shape& shape) {
    algorithm_cost total = doubling_cost(shape);
    total.path_combined = total.path_items;
    return total;
}

}  // namespace

const algorithm scan_doubling{
    .kind = collective_kind::scan,
    .name = "doubling",
    .summary = "from rank - 1, - 2, - 4, ...: few rounds, for short vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &scan_doubling_schedule,
    .cost = &scan_doubling_cost,
};

}  // namespace banyan::net
