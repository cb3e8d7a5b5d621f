#include "banyan/part/processor_choice.hpp"

#include <catch2/catch.hpp>

#include "banyan/part/communication.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace processor_choice_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

double predicted(const std::vector<double>& chosen, const grid& domain, const iteration_load& load) {
    const speeds s(chosen);
    const partition parts = make_partition("contiguous_row", domain, s);
    return iteration_cost_s(parts, s, load.seconds_per_cell_at_speed_1, exact_communication(parts, load.pattern),
                            load.net, load.item_bytes);
}

}  // namespace

TEST_CASE("a free network takes all processors, a slow one the fastest alone") {
    const speeds s{1, 5, 3};
    iteration_load load;
    load.net = {0, 0};
    load.seconds_per_cell_at_speed_1 = 1e-6;
    CHECK(choose_processors("columns", {900, 900}, s, load).processors == std::vector<int>{1, 2, 0});
    load.net = {10, 1e-3};
    const processor_choice alone = choose_processors("columns", {900, 900}, s, load);
    CHECK(alone.processors == std::vector<int>{1});
    CHECK(alone.iteration_s == Approx(900 * 900 * 1e-6 / 5));
    CHECK(alone.seconds_by_count.size() == 3);
}

TEST_CASE("no subset of the processors is predicted faster, for rows") {
    testing::source random(95);
    int dropped = 0;
    for (int i = 0; i < 60; ++i) {
        const int p = static_cast<int>(random.integer(2, 7));
        const speeds s = testing::random_speeds(random, p, 30);
        const grid domain(400, random.integer(10, 400));
        iteration_load load;
        load.net = {random.real(1e-5, 3e-3), random.real(1e-8, 2e-6)};
        load.seconds_per_cell_at_speed_1 = random.real(1e-7, 1e-6);
        const processor_choice choice = choose_processors("contiguous_row", domain, s, load);
        dropped += std::ssize(choice.processors) < p;
        for (unsigned subset = 1; subset < 1U << p; ++subset) {
            std::vector<double> chosen;
            for (int processor = 0; processor < p; ++processor)
                if ((subset >> processor & 1) != 0) chosen.push_back(s[processor]);
            // With whole rows, another set with the same number of processors can be slightly better.
            CHECK(choice.iteration_s <= predicted(chosen, domain, load) * 1.02);
        }
    }
    CHECK(dropped > 5);
}

TEST_CASE("on a measured network the sizes of the messages select the cost") {
    const speeds s{1, 5, 3, 2};
    const grid domain(600, 300);
    iteration_load load;
    load.seconds_per_cell_at_speed_1 = 1e-6;
    load.net = {2e-3, 1e-7, medium::shared, {1460, 0}};
    const processor_choice modelled = choose_processors("columns", domain, s, load);
    // Every message has at least 8 bytes, so it is in the last class.
    const processor_choice measured =
        choose_processors("columns", domain, s, load, measured_network({{0, 10, 1}, {8, 2e-3, 1e-7}}));
    CHECK(measured.processors == modelled.processors);
    REQUIRE(measured.seconds_by_count.size() == modelled.seconds_by_count.size());
    for (std::size_t k = 0; k < measured.seconds_by_count.size(); ++k)
        CHECK(measured.seconds_by_count[k] == Approx(modelled.seconds_by_count[k]));
    CHECK(choose_processors("columns", domain, s, load, measured_network({{0, 10, 1}})).processors ==
          std::vector<int>{1});
}

}  // namespace processor_choice_test
