// The lengths of the blocks of an alltoall, and its brute-force check.
#pragma once

#include <utility>
#include <vector>

#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/exchange_shapes.hpp"
#include "tests/libnet/schedules/run_in_memory.hpp"

namespace banyan::testing {

class count_matrix {
  public:
    /// `counts`: p x p, the row is the sender. `hosts`: of each rank; empty: all on one host.
    count_matrix(int size, std::vector<std::size_t> counts, std::vector<int> hosts = {})
        : size_(size), rows_(std::move(counts)), hosts_(std::move(hosts)) {
        for (int to = 0; to < size; ++to)
            for (int from = 0; from < size; ++from)
                columns_.push_back(at(from, to));
    }

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] std::size_t at(int from, int to) const { return rows_[index(from, to)]; }
    [[nodiscard]] const std::vector<std::size_t>& rows() const { return rows_; }
    [[nodiscard]] net::collective_shape shape_of(int rank) const {
        const auto p = static_cast<std::size_t>(size_);
        return {.rank = rank,
                .size = size_,
                .counts = std::span(rows_).subspan(index(rank, 0), p),
                .receive_counts = std::span(columns_).subspan(index(rank, 0), p),
                .matrix = rows_,
                .host_of = hosts_};
    }

  private:
    [[nodiscard]] std::size_t index(int row, int column) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(column);
    }
    int size_;
    std::vector<std::size_t> rows_, columns_;
    std::vector<int> hosts_;
};

/// Each block has length(from, to) items.
template <class F>
count_matrix counts_by(int size, F length, std::vector<int> hosts = {}) {
    const auto p = static_cast<std::size_t>(size);
    std::vector<std::size_t> counts;
    for (std::size_t from = 0; from < p; ++from)
        for (std::size_t to = 0; to < p; ++to)
            counts.push_back(length(from, to));
    return {size, std::move(counts), std::move(hosts)};
}

/// Calls whose blocks have short_lengths(): all blocks of a call one of them, and two calls with all of them. Then
/// calls in which only one rank sends, only one rank receives, and the blocks of Lin's figure 4.9 are longer than the
/// others.
inline std::vector<count_matrix> calls_of_size(int size, const std::vector<int>& hosts = {}) {
    const auto p = static_cast<std::size_t>(size);
    const std::vector<std::size_t> lengths = short_lengths(size);
    std::vector<count_matrix> calls;
    const auto add = [&](auto length) { calls.push_back(counts_by(size, length, hosts)); };
    for (const std::size_t each : lengths)
        add([each](std::size_t, std::size_t) { return each; });
    for (const std::size_t stride : {1u, 3u})
        add([&](std::size_t from, std::size_t to) { return lengths[(stride * from + to) % lengths.size()]; });
    add([p](std::size_t from, std::size_t) { return from == p / 2 ? p + 1 : 0; });
    add([p](std::size_t, std::size_t to) { return to == p / 2 ? p + 1 : 0; });
    add([p](std::size_t from, std::size_t to) { return from < to && from + to + 1 == p ? p + 1 : 1; });
    return calls;
}

/// Carries out an alltoall_varying, checks the output of all ranks, and returns what was seen.
inline net::algorithm_cost check_alltoall_varying(const net::algorithm& how, const count_matrix& counts) {
    std::vector<rank_memory> ranks(static_cast<std::size_t>(counts.size()));
    std::vector<std::vector<std::int64_t>> expected(ranks.size());
    for (int from = 0; from < counts.size(); ++from)
        for (int to = 0; to < counts.size(); ++to) {
            append(ranks[static_cast<std::size_t>(from)].input, block_of(from, to, counts.at(from, to)));
            append(expected[static_cast<std::size_t>(to)], block_of(from, to, counts.at(from, to)));
        }
    for (std::size_t r = 0; r < ranks.size(); ++r)
        ranks[r].output.resize(expected[r].size(), -1);
    const net::algorithm_cost seen = run_in_memory(
        how, [&](int rank) { return counts.shape_of(rank); }, ranks);
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        CAPTURE(r);
        CHECK(ranks[r].output == expected[r]);
    }
    return seen;
}

}  // namespace banyan::testing
