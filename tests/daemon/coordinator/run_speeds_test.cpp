// The speeds that the ranks of a run get from their hosts.
#include "daemon/coordinator/run_speeds.hpp"

#include <catch2/catch.hpp>

namespace run_speeds_test {

using namespace banyan::daemon;
using banyan::net::host_id;

namespace {

host_speed declared(double speed, int slots) {
    return {.declared = speed, .measured = {}, .slots = slots};
}

host_speed measured(double cells_per_s, std::int64_t at, int slots) {
    host_speed speed{.declared = 7, .measured = {}, .slots = slots};
    speed.measured.set_cells_per_s(cells_per_s);
    speed.measured.set_at(at);
    return speed;
}

std::vector<double> values(const wire::RunSpeeds& speeds) {
    return {speeds.values().begin(), speeds.values().end()};
}

}  // namespace

TEST_CASE("Each rank has the speed of its host while the host has free slots") {
    const auto speeds =
        run_speeds({{host_id{1}, declared(2, 3)}, {host_id{1}, declared(2, 3)}, {host_id{2}, declared(0.5, 1)}});
    CHECK(values(speeds) == std::vector<double>{2, 2, 0.5});
    CHECK(speeds.measured_at() == 0);
    CHECK(values(run_speeds({{host_id{9}, declared(4, 8)}})) == std::vector<double>{4});
}

TEST_CASE("The ranks of a host with more ranks than slots share its speed") {
    const rank_place a{host_id{1}, declared(3, 2)};
    const rank_place b{host_id{2}, declared(1, 1)};
    CHECK(values(run_speeds({a, a, a, b})) == std::vector<double>{2, 2, 2, 1});
    CHECK(values(run_speeds({a, b, b, b, b})) == std::vector<double>{3, 0.25, 0.25, 0.25, 0.25});
}

TEST_CASE("Measured speeds are used if all hosts of the run were measured, with the oldest date") {
    const rank_place a{host_id{1}, measured(9e7, 2000, 1)};
    const rank_place b{host_id{2}, measured(3e7, 1000, 2)};
    const rank_place c{host_id{3}, declared(0.5, 1)};
    const auto both = run_speeds({a, a, b, b});
    CHECK(values(both) == std::vector<double>{4.5e7, 4.5e7, 3e7, 3e7});
    CHECK(both.measured_at() == 1000);
    const auto mixed = run_speeds({a, b, c});
    CHECK(values(mixed) == std::vector<double>{7, 7, 0.5});
    CHECK(mixed.measured_at() == 0);
}

}  // namespace run_speeds_test
