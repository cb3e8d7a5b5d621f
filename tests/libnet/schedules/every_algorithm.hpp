// Catch2 generators: algorithms of a collective, group sizes and lengths.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "tests/common/group_sizes.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libnet/schedules/run_in_memory.hpp"

namespace banyan::testing {

inline const net::algorithm& every_algorithm(net::collective_kind kind) {
    std::vector<const net::algorithm*> found;
    std::ranges::copy_if(net::all_algorithms(), std::back_inserter(found),
                         [kind](const net::algorithm* a) { return a->kind == kind; });
    return *GENERATE_COPY(from_range(found));
}

/// 1 .. 33 and 64; where tests are shortened, some of them.
inline int every_size() {
    std::vector<int> sizes{1, 2, 3, 4, 5, 6, 7, 8, 13, 16, 17};
    const bool all = !shortened();
    for (int size = 1; all && size <= 33; ++size)
        sizes.push_back(size);
    if (all) sizes.push_back(64);
    std::ranges::sort(sizes);
    sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
    return GENERATE_COPY(from_range(sizes));
}

/// The long form, in a build without a sanitizer, carries out long calls on 1 .. 33 and 64 ranks.
inline bool has_all_long_calls() {
    return full_form() && !sanitized;
}

/// Sizes for long calls: `usual`; in the long form 1 .. 33 and 64.
inline int every_long_size(const std::vector<int>& usual) {
    return any_size(has_all_long_calls() ? sizes_to(33, {64}) : usual);
}

/// 0, 1, 2, 3, 7, p - 1, p and p + 1 in ascending order; where tests are shortened, some of them.
inline std::vector<std::size_t> short_lengths(int size) {
    const auto p = static_cast<std::size_t>(size);
    std::vector<std::size_t> lengths{0, 1, 2, 3, 7, p - 1, p, p + 1};
    if (shortened()) lengths = {0, 1, p - 1};
    std::ranges::sort(lengths);
    lengths.erase(std::ranges::unique(lengths).begin(), lengths.end());
    return lengths;
}

/// short_lengths(), and one longer length that p does not divide.
inline std::size_t every_length(int size) {
    const auto p = static_cast<std::size_t>(size);
    std::vector<std::size_t> lengths = short_lengths(size);
    lengths.push_back(shortened() ? 2 * p + 1 : 5 * p + 3);
    return GENERATE_COPY(from_range(lengths));
}

/// Every root of a group; of a group of 64 the first, the last and some between. Where tests are shortened, every
/// fifth root of more than 8.
inline int every_root(int size) {
    int step = size == 64 ? 21 : 1;
    if (shortened() && size > 8) step = 5;
    std::vector<int> roots;
    for (int root = 0; root < size; root += step)
        roots.push_back(root);
    return GENERATE_COPY(from_range(roots));
}

/// Lengths of segments of the algorithms that use them, up to 7 segments or so; otherwise 0 (one segment).
inline std::size_t every_segment(const net::algorithm& how, std::size_t items) {
    std::vector<std::size_t> segments{0};
    if (how.name == "chain" || how.name.starts_with("pipelined")) segments = {0, items / 6 + 1, items / 2 + 1};
    return GENERATE_COPY(from_range(segments));
}

}  // namespace banyan::testing
