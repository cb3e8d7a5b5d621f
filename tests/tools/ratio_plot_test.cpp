#include "tools/banyan/ratio_plot.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/common/scratch_folder.hpp"

namespace banyan::tools::ratio_plot_test {
namespace {

using testing::scratch_folder;

std::vector<advisor::validation_result> some_results() {
    std::vector<advisor::trial> trials;
    for (const int flops : {10, 50}) {
        for (const int p : {4, 6}) {
            trials.push_back({p, flops, {1, 1.1}, {{1}, {1.0}}});
            trials.push_back({p, flops, {1, 1.0}, {{1}, {1.05}}});
        }
    }
    return advisor::summarize_trials(trials);
}

// A search path without gnuplot during one test.
class empty_search_path {
  public:
    empty_search_path() : before_(getenv("PATH") != nullptr ? getenv("PATH") : "") {
        setenv("PATH", "/nonexistent", 1);
    }
    ~empty_search_path() { setenv("PATH", before_.c_str(), 1); }

  private:
    std::string before_;
};

}  // namespace

TEST_CASE("gnuplot makes a picture of the results") {
    const scratch_folder folder;
    const auto picture = draw_ratio_plot({"row", "block"}, some_results(), folder.path);
    std::ifstream in(picture, std::ios::binary);
    std::string head(8, '\0');
    in.read(head.data(), 8);
    CHECK(head == "\x89PNG\r\n\x1a\n");
    CHECK(std::filesystem::file_size(picture) > 2000);
}

TEST_CASE("the program contains every mean with its interval") {
    const auto results = some_results();
    const auto program = ratio_plot_program({"row", "it's"}, results, "/tmp/it's.png");
    for (const auto& r : results) {
        const auto line =
            fmt::format("{} {:.6g} {:.6g}", r.tasks, r.predicted_over_observed.mean, r.predicted_over_observed.ci95.lo);
        CHECK(program.find(line) != std::string::npos);
    }
    CHECK(program.find("'/tmp/it''s.png'") != std::string::npos);
}

TEST_CASE("without gnuplot the program file remains and the message says what to do") {
    const scratch_folder folder;
    const empty_search_path none;
    CHECK_THROWS_WITH(draw_ratio_plot({"row", "block"}, some_results(), folder.path),
                      Catch::Contains("gnuplot is not installed") && Catch::Contains("figure43.gp"));
    CHECK(std::filesystem::exists(folder.path / "figure43.gp"));
}

TEST_CASE("the error names a missing folder") {
    CHECK_THROWS_WITH(draw_ratio_plot({"row", "block"}, some_results(), "/nonexistent/folder"),
                      Catch::Contains("/nonexistent/folder/figure43.gp cannot be written"));
}

}  // namespace banyan::tools::ratio_plot_test
