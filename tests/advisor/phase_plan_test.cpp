#include "advisor/phase_plan.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <stdexcept>

namespace phase_plan_test {

using namespace banyan::advisor;

namespace {

using seconds_of_methods = std::vector<std::pair<std::string, double>>;

// A phase whose draws are the predictions times the factors.
phase_times phase(const std::string& name, std::int64_t iterations, const seconds_of_methods& methods,
                  const std::vector<double>& factors = {1}) {
    std::vector<ranked_method> list;
    for (const auto& [method, seconds] : methods) {
        ranked_method one;
        one.method = method;
        one.predicted_s = seconds;
        for (const double factor : factors) {
            one.draws_s.push_back(seconds * factor);
        }
        list.push_back(one);
    }
    return {name, iterations, rank_predictions(list, {})};
}

move_times always(double seconds, std::size_t draws = 1) {
    return [=](const std::string&, const std::string&) {
        return move_time{seconds, std::vector<double>(draws, seconds)};
    };
}

const seconds_of_methods rows_better{{"row", 1}, {"block", 2}};
const seconds_of_methods blocks_better{{"row", 2}, {"block", 1}};

}  // namespace

TEST_CASE("each phase has its own partition if the moves cost less than they save") {
    const std::vector<phase_times> phases{phase("flow", 10, rows_better), phase("solve", 20, blocks_better)};
    const auto plan = plan_phases(phases, 1, always(4));
    CHECK(plan.single_method == "block");
    CHECK(plan.single_s == 10 * 2 + 20 * 1);
    CHECK(plan.phase_methods == std::vector<std::string>{"row", "block"});
    CHECK(plan.phases_s == 10 + 20);
    CHECK(plan.moves_s == 4);
    CHECK(plan.saving() == 6);
    CHECK(plan.pays());
}

TEST_CASE("a method that was not measured in all phases is not used") {
    std::vector<phase_times> phases{phase("flow", 10, rows_better), phase("solve", 20, rows_better)};
    for (auto& method : phases[1].of_iteration.methods) {
        method.modelled_only = method.method == "row";
    }
    const auto plan = plan_phases(phases, 1, always(0));
    CHECK(plan.single_method == "block");
    CHECK(plan.phase_methods == std::vector<std::string>{"block", "block"});
}

TEST_CASE("one partition is kept if the moves cost more than they save") {
    const std::vector<phase_times> phases{phase("flow", 10, rows_better), phase("solve", 20, blocks_better)};
    const auto plan = plan_phases(phases, 1, always(11));
    CHECK(plan.phase_methods == std::vector<std::string>{"block", "block"});
    CHECK(plan.moves_s == 0);
    CHECK(plan.saving() == 0);
    CHECK_FALSE(plan.pays());
}

TEST_CASE("the moves of a cycle include the return to the first phase, except after the last cycle") {
    const std::vector<phase_times> phases{phase("flow", 10, rows_better), phase("solve", 20, blocks_better)};
    const auto plan = plan_phases(phases, 3, always(4));
    CHECK(plan.phase_methods == std::vector<std::string>{"row", "block"});
    CHECK(plan.moves_s == 5 * 4);
    CHECK(plan.saving() == 3 * 10 - 20);
    CHECK(plan_phases(phases, 3, always(6.1)).saving() == 0);  // 5 moves of 6.1 cost more than 30
    CHECK(plan_phases(phases, 1, always(6.1)).saving() == Approx(3.9));
}

TEST_CASE("it does not pay if the saving is not certain") {
    const std::vector<double> factors{0.5, 0.75, 1, 1.25, 1.5};
    const std::vector<phase_times> phases{phase("flow", 10, rows_better, factors),
                                          phase("solve", 20, blocks_better, factors)};
    CHECK(plan_phases(phases, 1, always(4, 5)).pays());  // at least 5 are saved
    const auto plan = plan_phases(phases, 1, always(7, 5));
    CHECK(plan.saving() == 3);
    CHECK(plan.saving_s.lo < 0);
    CHECK_FALSE(plan.pays());
}

TEST_CASE("the plan is the cheapest of all") {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> any(0, 10);
    const std::vector<std::string> names{"a", "b", "c"};
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<phase_times> phases;
        for (int p = 0; p < 4; ++p) {
            seconds_of_methods times;
            for (const auto& name : names) {
                times.emplace_back(name, any(random));
            }
            phases.push_back(phase("phase", 1, times));
        }
        const double move = any(random) / 4;
        const auto plan = plan_phases(phases, 2, always(move));
        double least = 1e9;
        for (int code = 0; code < 81; ++code) {
            const std::vector<int> chosen{code % 3, code / 3 % 3, code / 9 % 3, code / 27};
            double total = 0;
            for (std::size_t p = 0; p < 4; ++p) {
                total += 2 * phases[p].of_iteration.of(names[static_cast<std::size_t>(chosen[p])]).predicted_s;
                if (p > 0 && chosen[p] != chosen[p - 1]) total += 2 * move;
            }
            if (chosen[3] != chosen[0]) total += move;
            least = std::min(least, total);
        }
        CHECK(plan.phases_s + plan.moves_s == Approx(least));
    }
}

TEST_CASE("a plan needs a phase") {
    CHECK_THROWS_AS(plan_phases({}, 1, always(1)), std::invalid_argument);
}

}  // namespace phase_plan_test
