#include "advisor/shifted_candidates.hpp"

#include <catch2/catch.hpp>

namespace shifted_candidates_test {

using namespace banyan::advisor;

namespace {

/// Four processors, of which the fast one has the most messages with `columns`; a message costs as much as 2000 cells
/// of the slow ones.
struct measured {
    measured() {
        task.domain = {400, 400};
        task.methods = {"columns"};
        for (const double speed : {4.0, 1.0, 1.0, 1.0})
            found.curves.push_back(speed_curve({{1000, 1e-8 / speed}}));
        for (double bytes = 8; bytes < 1e4; bytes *= 4)
            for (const double messages : {1.0, 2.0, 4.0})
                for (const double tasks : {1.0, 4.0})
                    found.exchanges.push_back({{messages, tasks * messages, messages * bytes, tasks * messages * bytes},
                                               {messages * 0.02e-3}});
        for (const auto& method : task.methods) {
            found.partitions.push_back(balance(method, task.domain, found.curves));
            candidate one{method, {{1e-3}, {1e-3}, {1e-3}, {1e-3}}, {}, {}};
            one.halo.total_messages = 1;
            found.candidates.push_back(one);
        }
        mark_equal_partitions(found);
    }
    void calibrate(const std::vector<double>& both_s) {
        for (std::size_t m = 0; m < both_s.size(); ++m)
            found.candidates[m].calibration.both_s = found.candidates[m].calibration.sweep_s = {both_s[m]};
    }
    problem task;
    survey found;
};

}  // namespace

TEST_CASE("a method that gains by shifted shares gets a second candidate") {
    measured m;
    const auto added = add_shifted_candidates(m.task, m.found);
    REQUIRE_FALSE(added.empty());
    CHECK(added.front() == 0);
    REQUIRE(m.found.candidates.size() == 1 + added.size());
    CHECK(m.found.candidates[1].method == "columns with shifted shares");
    CHECK(m.found.candidates[1].halo.total_messages > 0);
    CHECK(m.found.candidates[1].direction_messages > 0);  // else the classic model would always prefer it
    CHECK(m.found.partitions[1].shifted);
    CHECK_FALSE(m.found.partitions[1].parts == m.found.partitions[0].parts);
}

TEST_CASE("shifted shares are kept if they were measured to be faster") {
    measured m;
    const auto added = add_shifted_candidates(m.task, m.found);
    std::vector<double> times(m.found.candidates.size(), 10e-3);
    const bool faster = GENERATE(true, false);
    times[1] = faster ? 9e-3 : 9.95e-3;
    m.calibrate(times);
    const auto shifted = m.found.partitions[1].parts;
    keep_faster_candidates(m.task, added, m.found);
    REQUIRE(m.found.candidates.size() == 1);
    REQUIRE(m.found.partitions.size() == 1);
    CHECK((m.found.partitions[0].parts == shifted) == faster);
    CHECK(m.found.candidates[0].method == "columns");
    CHECK(m.found.candidates[0].calibration.both_s.front() == (faster ? 9e-3 : 10e-3));
}

TEST_CASE("a gain in the measured pattern is compared with the time of all patterns") {
    measured m;
    const auto added = add_shifted_candidates(m.task, m.found);
    std::vector<double> times(m.found.candidates.size(), 10e-3);
    times[1] = 9.85e-3;
    m.calibrate(times);
    const auto shifted = m.found.partitions[1].parts;
    // A broadcast takes 60 us of the first processor, with any partition.
    const bool has_broadcasts = GENERATE(true, false);
    if (has_broadcasts) m.task.patterns = {{1, "5"}, {300, "broadcast"}};
    keep_faster_candidates(m.task, added, m.found);
    CHECK((m.found.partitions[0].parts == shifted) == !has_broadcasts);
}

TEST_CASE("shares are shifted for all patterns of the program") {
    // Three more exchanges of the stencil for each sweep, under another name.
    measured once, often;
    once.task.patterns = {{1, "5"}};
    often.task.patterns = {{1, "5"}, {3, "0,1;0,-1;1,0;-1,0"}};
    REQUIRE_FALSE(add_shifted_candidates(once.task, once.found).empty());
    REQUIRE_FALSE(add_shifted_candidates(often.task, often.found).empty());
    const auto cells_of_fast = [](const measured& m) { return m.found.partitions[1].parts.cells(0); };
    CHECK(cells_of_fast(once) < once.found.partitions[0].parts.cells(0));
    CHECK(cells_of_fast(often) < cells_of_fast(once));
}

TEST_CASE("shifted shares are not kept if there was no time to measure them") {
    measured m;
    const auto added = add_shifted_candidates(m.task, m.found);
    std::vector<double> times(m.found.candidates.size(), 10e-3);
    times[1] = 5e-3;
    m.calibrate(times);
    for (std::size_t i = 1; i < m.found.candidates.size(); ++i)
        m.found.candidates[i].modelled_only = true;
    keep_faster_candidates(m.task, added, m.found);
    CHECK(m.found.candidates[0].calibration.both_s.front() == 10e-3);
}

TEST_CASE("equal partitions are marked with the first one") {
    measured m;
    m.found.partitions.push_back(m.found.partitions[0]);
    m.found.candidates.push_back(m.found.candidates[0]);
    mark_equal_partitions(m.found);
    CHECK_FALSE(m.found.candidates[0].same_as);
    CHECK(m.found.candidates[1].same_as == std::size_t{0});
}

}  // namespace shifted_candidates_test
