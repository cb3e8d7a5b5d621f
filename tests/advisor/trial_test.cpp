#include "advisor/trial.hpp"

#include <catch2/catch.hpp>

namespace trial_test {

using namespace banyan::advisor;

TEST_CASE("ratios are of the second method over the first") {
    const trial t{4, 10, {2.0, 3.0}, {{2.0, 9.0, 2.0}, {1.0, 1.0, 5.0}}};
    CHECK(t.predicted_ratio() == 1.5);
    CHECK(t.observed_ratio() == 0.5);
}

TEST_CASE("a trial is complete if each method has a prediction and a run") {
    CHECK(is_complete({4, 10, {1, 2}, {{1}, {1, 2}}}, 2));
    CHECK_FALSE(is_complete({4, 10, {1, 2}, {{1}, {1, 2}}}, 3));
    CHECK_FALSE(is_complete({4, 10, {1}, {{1}, {1}}}, 2));
    CHECK_FALSE(is_complete({4, 10, {1, 1}, {{1}, {}}}, 2));
    CHECK_FALSE(is_complete({4, 10, {1, 0}, {{1}, {1}}}, 2));
    CHECK_FALSE(is_complete({4, 10, {1, 1}, {{1}, {1, -1}}}, 2));
}

TEST_CASE("settings are in order of appearance, with all their trials") {
    const std::vector<trial> trials{{4, 10, {}, {}}, {6, 10, {}, {}}, {4, 50, {}, {}}, {4, 10, {}, {}}};
    const auto settings = trials_by_setting(trials);
    REQUIRE(settings.size() == 3);
    CHECK(settings[0] == std::vector<const trial*>{trials.data(), trials.data() + 3});
    CHECK(settings[1] == std::vector<const trial*>{trials.data() + 1});
    CHECK(settings[2] == std::vector<const trial*>{trials.data() + 2});
    CHECK(trials_by_setting({}).empty());
}

}  // namespace trial_test
