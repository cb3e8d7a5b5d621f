#include "advisor/processor_load.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/common/scratch_folder.hpp"

namespace processor_load_test {

using namespace banyan::advisor;

TEST_CASE("the times of each processor are read from /proc/stat") {
    const banyan::testing::scratch_folder root;
    std::filesystem::create_directories(root.path / "proc");
    std::ofstream(root.path / "proc/stat") << "cpu  9 9 9 9 9 9 9 9 9 9\n"
                                              "cpu0 100 20 30 4000 50 6 7 8 90 0\n"
                                              "cpu11 1 0 0 5 0 0 0 0 0 0\n"
                                              "cpufreq 1 2 3 4 5 6 7 8\n"
                                              "intr 12345 1 2 3 4 5 6 7 8\n"
                                              "ctxt 77\n";
    const auto found = read_processor_ticks(root.path);
    REQUIRE(found.size() == 2);
    CHECK(found[0].processor == 0);
    CHECK(found[0].busy == 100 + 20 + 30 + 6 + 7 + 8);
    CHECK(found[0].idle == 4050);
    CHECK(found[1].processor == 11);
    CHECK(read_processor_ticks(root.path / "none").empty());
}

TEST_CASE("busy processors are added up over those that may be used") {
    const std::vector<processor_ticks> before{{0, 1000, 500}, {1, 0, 0}, {2, 70, 0}, {3, 5, 5}};
    const std::vector<processor_ticks> after{{2, 170, 0}, {0, 1030, 570}, {1, 0, 100}};
    CHECK(busy_processors(before, after, {0, 1, 2, 3}) == Approx(0.3 + 0 + 1));
    CHECK(busy_processors(before, after, {0, 1}) == Approx(0.3));
    CHECK(busy_processors(before, before, {0, 1, 2, 3}) == 0);
    CHECK(busy_processors(after, before, {0, 1, 2}) == 0);  // times that go back
    CHECK(busy_processors({}, after, {0, 1, 2}) == 0);
}

TEST_CASE("the busy processors of this computer are at most those that may be used") {
    const double busy = measure_busy_processors(0.02);
    CHECK(busy >= 0);
    CHECK(busy <= static_cast<double>(usable_processors().size()));
    CHECK(read_processor_ticks().size() >= usable_processors().size());
}

}  // namespace processor_load_test
