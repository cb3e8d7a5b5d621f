#include "tests/libnet/schedules/reductions.hpp"

namespace banyan::testing {

using net::collective_kind;

net::collective_shape reduction_call::of_rank(int rank) const {
    net::collective_shape its = shape;
    its.rank = rank;
    return its;
}

std::size_t reduction_call::input_items() const {
    if (kind != collective_kind::reduce_scatter) return shape.items;
    return net::block_layout(shape.items, shape.counts).first(shape.size);
}

std::size_t reduction_call::output_items(int rank) const {
    if (kind == collective_kind::reduce_scatter) return net::block_layout(shape.items, shape.counts).count(rank);
    return kind != collective_kind::reduce || rank == shape.root ? shape.items : 0;
}

reduction_run run_reduction(const net::algorithm& how, const reduction_call& call, const item_operation& operation,
                            const std::function<std::vector<std::int64_t>(int, std::size_t)>& operands) {
    std::vector<rank_memory> ranks;
    for (int r = 0; r < call.shape.size; ++r) {
        const bool in_place = call.in_place && call.output_items(r) > 0;
        std::vector<std::int64_t> input = operands(r, call.input_items());
        ranks.push_back({input, std::vector<std::int64_t>(call.output_items(r), untouched), in_place});
        if (in_place) ranks.back().output = input;
    }
    reduction_run run;
    const auto shape_of = [&](int r) { return call.of_rank(r); };
    run.seen = call.is_long ? run_once_in_memory(how, shape_of, ranks, operation)
                            : run_in_memory(how, shape_of, ranks, operation);
    for (rank_memory& rank : ranks)
        run.outputs.push_back(std::move(rank.output));
    return run;
}

std::vector<std::vector<std::int64_t>> expected_outputs(
    const reduction_call& call, const item_operation& operation,
    const std::function<std::vector<std::int64_t>(int, std::size_t)>& operands) {
    const bool scans = call.kind == collective_kind::scan || call.kind == collective_kind::exclusive_scan;
    std::vector<std::vector<std::int64_t>> prefixes;  // of the ranks 0 .. r
    for (int r = 0; r < call.shape.size; ++r) {
        prefixes.push_back(operands(r, call.input_items()));
        for (std::size_t i = 0; r > 0 && i < prefixes.back().size(); ++i)
            prefixes.back()[i] = operation(prefixes[prefixes.size() - 2][i], prefixes.back()[i]);
    }
    std::vector<std::vector<std::int64_t>> outputs;
    std::size_t first = 0;
    for (int r = 0; r < call.shape.size; ++r) {
        const int last_rank = !scans ? call.shape.size - 1 : call.kind == collective_kind::scan ? r : r - 1;
        const std::size_t items = call.output_items(r);
        if (last_rank < 0) {
            outputs.emplace_back(items, untouched);
            continue;
        }
        const auto begin = prefixes[static_cast<std::size_t>(last_rank)].begin() + static_cast<std::ptrdiff_t>(first);
        outputs.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(items));
        if (call.kind == collective_kind::reduce_scatter) first += items;
    }
    return outputs;
}

}  // namespace banyan::testing
