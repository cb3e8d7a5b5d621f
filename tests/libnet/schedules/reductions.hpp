// Calls of reductions for tests: the shapes, the operands of all ranks and a run of one algorithm.
#pragma once

#include <functional>
#include <vector>

#include "tests/libnet/schedules/run_in_memory.hpp"

namespace banyan::testing {

/// A call of a reduction on all ranks. Copies of it must not outlive it if `shape` refers to counts or hosts.
struct reduction_call {
    net::collective_kind kind = net::collective_kind::allreduce;
    net::collective_shape shape{};  ///< of any rank
    bool in_place = false;
    bool is_long = false;  ///< run_once_in_memory() carries it out

    [[nodiscard]] net::collective_shape of_rank(int rank) const;
    [[nodiscard]] std::size_t input_items() const;
    [[nodiscard]] std::size_t output_items(int rank) const;
};

/// Items that no operation makes, in outputs before a run.
inline constexpr std::int64_t untouched = -7;

struct reduction_run {
    net::algorithm_cost seen;
    std::vector<std::vector<std::int64_t>> outputs;  ///< of each rank
};

/// `operands`: the input of a rank of so many items.
reduction_run run_reduction(const net::algorithm& how, const reduction_call& call, const item_operation& operation,
                            const std::function<std::vector<std::int64_t>(int rank, std::size_t items)>& operands);

/// What each rank's output holds after the call; the ranks are combined from left to right.
std::vector<std::vector<std::int64_t>> expected_outputs(
    const reduction_call& call, const item_operation& operation,
    const std::function<std::vector<std::int64_t>(int rank, std::size_t items)>& operands);

}  // namespace banyan::testing
