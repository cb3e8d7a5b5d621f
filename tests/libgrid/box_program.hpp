// A program on a distributed box array whose values depend on every bit that a cell reads, and the same for one array
// in the memory of one process.
#pragma once

#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "banyan/grid/distributed_box_array.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/part/box_methods.hpp"
#include "tests/common/findings.hpp"

namespace banyan::testing::box_program {

using grid::box_region;
using part::box_partition;
using part::box_stencil;
using part::grid_3d;
using part::speeds;
using part::triple;

inline constexpr auto limit = std::chrono::seconds(30);
inline constexpr std::uint64_t beyond_the_edges = 5;

using array = grid::distributed_box_array<std::uint64_t>;

inline std::int64_t wrap(std::int64_t x, std::int64_t size) {
    return (x % size + size) % size;
}

inline std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
    return x ^ (x >> 29);
}

inline std::vector<triple> offsets_of(box_stencil pattern) {
    std::vector<triple> offsets;
    for (std::int64_t i = -1; i <= 1; ++i)
        for (std::int64_t j = -1; j <= 1; ++j)
            for (std::int64_t k = -1; k <= 1; ++k)
                if (pattern == box_stencil::all_27_points || std::abs(i) + std::abs(j) + std::abs(k) <= 1)
                    offsets.push_back({i, j, k});
    return offsets;
}

/// A value that depends on every bit of what it reads, and on where that is.
template <class Read>
std::uint64_t next_value(const std::vector<triple>& offsets, Read read) {
    std::uint64_t sum = 0;
    for (const triple& d : offsets)
        sum = mixed(sum + read(d));
    return sum;
}

inline std::vector<std::uint64_t> first_values(const grid_3d& domain) {
    std::vector<std::uint64_t> all;
    for (std::int64_t i = 0; i < domain.cells(); ++i)
        all.push_back(mixed(static_cast<std::uint64_t>(i) + 1));
    return all;
}

template <class Visit>
void each_cell(const triple& first, const triple& sides, Visit visit) {
    for (std::int64_t i = first[0]; i < first[0] + sides[0]; ++i)
        for (std::int64_t j = first[1]; j < first[1] + sides[1]; ++j)
            for (std::int64_t k = first[2]; k < first[2] + sides[2]; ++k)
                visit(triple{i, j, k});
}

inline std::vector<std::uint64_t> serial(const grid_3d& domain, box_stencil pattern, int iterations) {
    std::vector<std::uint64_t> now = first_values(domain), next = now;
    const triple& n = domain.sides();
    const auto at = [&](const triple& c) { return static_cast<std::size_t>((c[0] * n[1] + c[1]) * n[2] + c[2]); };
    const auto offsets = offsets_of(pattern);
    for (int i = 0; i < iterations; ++i, std::swap(now, next))
        each_cell({}, n, [&](const triple& cell) {
            next[at(cell)] = next_value(offsets, [&](const triple& d) {
                triple read{};
                for (int a = 0; a < 3; ++a) {
                    const auto axis = static_cast<std::size_t>(a);
                    read[axis] = cell[axis] + d[axis];
                    if (domain.periodic(a)) read[axis] = wrap(read[axis], n[axis]);
                    if (read[axis] < 0 || read[axis] >= n[axis]) return beyond_the_edges;
                }
                return now[at(read)];
            });
        });
    return now;
}

inline void compute(const array& from, array& to, const std::vector<triple>& offsets,
                    std::span<const box_region> regions) {
    for (const box_region& r : regions)
        each_cell(r.first, r.sides, [&](const triple& c) {
            to(c[0], c[1], c[2]) =
                next_value(offsets, [&](const triple& d) { return from(c[0] + d[0], c[1] + d[1], c[2] + d[2]); });
        });
}

inline speeds unequal_speeds(int processors) {
    std::vector<double> values;
    for (int m = 0; m < processors; ++m)
        values.push_back(1 + (m * 5 + 2) % 4);
    return speeds(values);
}

/// Compares run(world, parts, pattern), the values on rank 0 after `iterations` iterations, with one array, for both
/// patterns and each method. Returns what was wrong first, "" if nothing.
template <class Run>
std::string first_wrong(const grid_3d& domain, int processors, int iterations, std::span<const char* const> methods,
                        net::transport_kind kind, const Run& run) {
    findings found;
    std::map<box_stencil, std::vector<std::uint64_t>> expected;
    for (const auto pattern : {box_stencil::seven_points, box_stencil::all_27_points})
        expected[pattern] = serial(domain, pattern, iterations);
    net::run_threads(
        processors,
        [&](net::group& world) {
            for (const char* method : methods)
                for (const auto& [pattern, values] : expected) {
                    const auto parts = part::make_box_partition(method, domain, unequal_speeds(processors));
                    const std::vector<std::uint64_t> result = run(world, parts, pattern);
                    found.expect(world.rank().value != 0 || result == values, [&] {
                        return std::string(method) + ", " + std::to_string(static_cast<int>(pattern));
                    });
                }
        },
        kind);
    return found.first();
}

}  // namespace banyan::testing::box_program
