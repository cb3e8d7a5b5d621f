// The tables of banyan reproduce lin, against searches without a formula and against the published statements.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <optional>
#include <stdexcept>

#include "tools/banyan/lin_contour.hpp"
#include "tools/banyan/lin_fft.hpp"
#include "tools/banyan/lin_report.hpp"
#include "tools/banyan/lin_scalability.hpp"

namespace banyan::tools::lin_tables_test {

namespace {

/// The least n up to 10^5 at which `hybrid` is not above `cyclic`, trying all; none if there is no such n.
template <class Time>
std::optional<std::int64_t> first_n(Time cyclic, Time hybrid) {
    for (std::int64_t n = 1; n <= 100'000; ++n)
        if (hybrid(static_cast<double>(n)) <= cyclic(static_cast<double>(n))) return n;
    return std::nullopt;
}

using time_of_points = std::function<double(double)>;

contour_case made_case(int side, int tasks, int iterations, double ratio) {
    return {side, tasks, iterations, ratio, 1, {3, 1}, {2, 2}};
}

const contour_claim& claim_about(const std::vector<contour_claim>& claims, const std::string& text) {
    for (const contour_claim& each : claims)
        if (each.published.find(text) != std::string::npos) return each;
    throw std::runtime_error("no claim about " + text);
}

}  // namespace

TEST_CASE("the searched cross-over is the least size of all, and the formula rounded up") {
    const grid::fft_network network{.start_s = 7, .byte_s = 0.3, .copy_byte_s = 0.05};
    const double b = 2;
    for (const fft_crossover_row& row : fft_crossovers(network, b)) {
        INFO(row.processors);
        const double p = row.processors, levels = std::log2(p), byte = 0.3, copied = 0.3 + 2 * 0.05;
        const time_of_points printed_cyclic = [&](double n) { return levels * (7 + n * b / p * copied); };
        const time_of_points printed_hybrid = [&](double n) { return p * 7 + n * b / p * copied; };
        const time_of_points cyclic = [&](double n) { return levels * (7 + n * b / p * byte); };
        const time_of_points hybrid = [&](double n) { return (p - 1) * (7 + n * b / p / p * byte); };
        CHECK(row.printed.searched == first_n(printed_cyclic, printed_hybrid));
        CHECK(row.exact.searched == first_n(cyclic, hybrid));
        if (row.printed.searched) CHECK(static_cast<double>(*row.printed.searched) == std::ceil(row.printed.formula));
        CHECK(static_cast<double>(*row.exact.searched) == std::max(1.0, std::ceil(row.exact.formula)));
        CHECK(*row.possible_exact >= std::max<std::int64_t>(*row.exact.searched, row.processors * row.processors));
        CHECK(std::log2(*row.possible_exact) == std::floor(std::log2(*row.possible_exact)));
    }
}

TEST_CASE("the printed times say that two processors never gain, the exact counts that they always do") {
    const auto rows = fft_crossovers({.start_s = 40e-6, .byte_s = 28e-9, .copy_byte_s = 0}, 1);
    REQUIRE(rows.size() == 6);
    CHECK(rows.front().processors == 2);
    CHECK_FALSE(rows.front().printed.searched);
    CHECK(rows.front().possible_exact == 4);
    CHECK(rows.back().processors == 64);
    for (const fft_crossover_row& row : rows)  // without copies, the library combines blocks in short transforms
        CHECK(row.possible_library == std::int64_t{row.processors} * row.processors);
    const auto figure = fft_crossover_figure(rows);
    CHECK(figure["printed formula"].points.size() == 5);  // no cross-over for p = 2
}

TEST_CASE("statements about contour tracing are checked against the cases") {
    std::vector<contour_case> cases{made_case(128, 4, 0, 1.2), made_case(128, 64, 0, 3)};
    for (const int i : contour_iterations)
        cases.push_back(made_case(1024, 4, i, i < 200 ? 0.9 : 1.1));
    CHECK(claim_about(contour_claims(cases), "128 x 128").agrees);
    CHECK(claim_about(contour_claims(cases), "1024 x 1024").agrees);
    CHECK(claim_about(contour_claims(cases), "more tasks").agrees);
    cases[0].in_place_s = 0.9;
    const auto slower = claim_about(contour_claims(cases), "128 x 128");
    CHECK_FALSE(slower.agrees);
    CHECK_THAT(slower.found, Catch::Contains("1 of 2") && Catch::Contains("not for 128 x 128, 4 tasks, i = 0"));
    for (contour_case& each : cases)
        each.in_place_s = 1.1;
    const auto never_slower = claim_about(contour_claims(cases), "1024 x 1024");
    CHECK_FALSE(never_slower.agrees);
    CHECK_THAT(never_slower.found, Catch::Contains("B is faster in all cases"));
    cases.back().in_place_s = 0.5;
    CHECK_THAT(claim_about(contour_claims(cases), "1024 x 1024").found, Catch::Contains("A is faster in the last"));
}

TEST_CASE("each picture has a figure with A and B on the fewest and the most tasks") {
    std::vector<contour_case> cases;
    for (const int tasks : {4, 8, 16})
        for (const int i : {100, 0})
            cases.push_back(made_case(512, tasks, i, tasks + i));
    const auto figures = contour_figures(cases);
    REQUIRE(figures.size() == 1);
    CHECK(figures[0].name == "lin_5_13");
    REQUIRE(figures[0].curves.size() == 4);
    CHECK(figures[0]["A, in place, 16 tasks"].points ==
          std::vector<std::pair<double, double>>{{0, 16e3}, {100, 116e3}});
    CHECK_THAT(contour_text(cases), Catch::Contains("512 x 512        16    16.00   116.00") ||
                                        Catch::Contains("published A 9288 10245 9002 9929"));
}

TEST_CASE("the published contour elements give the cost of remapping at the cross-over") {
    CHECK(element_us(200) == Approx(34.8));
    CHECK(implied_remapping_ms() == Approx((12441 - 6057) * 34.8 / 1000));
}

TEST_CASE("the work that keeps an efficiency grows in the published order") {
    const auto table = scalability_table(0.5);
    REQUIRE(table.size() == part::all_shortest_paths.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        const scalability_row& row = table[i];
        INFO(row.name);
        CHECK(row.program == part::all_shortest_paths[i]);
        CHECK(row.work.computed == Approx(row.work.published).epsilon(0.01));
        for (std::size_t k = 0; k < row.sides.size(); ++k)
            CHECK(part::efficiency(row.program, scalability_processors[k], row.sides[k]) == Approx(0.5));
        CHECK(std::ranges::is_sorted(row.limits));
    }
    CHECK(table[0].limits[0] < table[2].limits[2]);
    CHECK(std::isinf(table[4].limits[0]));
    CHECK(scalability_json(table, 0.5)["programs"][4]["largest_processors"][0].is_null());
    CHECK_THAT(scalability_text(scalability_table(0.99), 0.99), Catch::Contains("no limit"));
}

}  // namespace banyan::tools::lin_tables_test
