#include "advisor/cell_work.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <random>
#include <stdexcept>

#include "banyan/part/error.hpp"

namespace cell_work_test {

using namespace banyan::advisor;
namespace part = banyan::part;

namespace {

const part::grid domain(7, 5);

/// The work of each processor, cell by cell, divided by the mean of the cells with work.
std::vector<double> counted(const part::partition& parts, const std::vector<double>& of_cells) {
    double sum = 0, with_work = 0;
    for (const double work : of_cells) {
        sum += work;
        with_work += work > 0 ? 1 : 0;
    }
    std::vector<double> result(static_cast<std::size_t>(parts.processors()));
    const auto owners = parts.owners();
    for (std::size_t cell = 0; cell < owners.size(); ++cell) {
        result[static_cast<std::size_t>(owners[cell])] += of_cells[cell] / (sum / with_work);
    }
    return result;
}

void check_equal(const std::vector<double>& found, const std::vector<double>& wanted) {
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i] == Approx(wanted[i]).margin(1e-12));
    }
}

}  // namespace

TEST_CASE("without a density the work of a processor is its number of cells") {
    const auto parts = part::make_partition("brbd", domain, part::speeds({3, 2, 1}));
    CHECK(cell_work().is_uniform());
    CHECK(cell_work(domain, {}).is_uniform());
    CHECK(cell_work().total(domain) == 35);
    check_equal(cell_work().of_processors(parts), counted(parts, std::vector<double>(35, 1.0)));
}

TEST_CASE("the work of a processor is that of its cells, in cells of mean work") {
    const auto method = GENERATE(as<std::string>{}, "row", "columns", "point", "scatter");
    const auto parts = part::make_partition(method, domain, part::speeds({3, 2, 1}));
    std::mt19937_64 random(5);
    std::uniform_int_distribution<int> any(0, 3);  // some cells have no work
    std::vector<double> rows(7), cols(5), cells(35), of_rows(35), of_cols(35);
    for (auto* values : {&rows, &cols, &cells}) {
        std::ranges::generate(*values, [&] { return any(random); });
        values->back() = 2;
    }
    for (std::size_t cell = 0; cell < 35; ++cell) {
        of_rows[cell] = rows[cell / 5];
        of_cols[cell] = cols[cell % 5];
    }
    const auto by_rows = part::work_density::of_rows(rows), by_cols = part::work_density::of_columns(cols);
    check_equal(cell_work(domain, by_rows).of_processors(parts), counted(parts, of_rows));
    check_equal(cell_work(domain, by_cols).of_processors(parts), counted(parts, of_cols));
    check_equal(cell_work(domain, part::work_density::of_cells(cells)).of_processors(parts), counted(parts, cells));
}

TEST_CASE("of a mask, each computed cell counts as one cell, in any unit") {
    const auto unit = GENERATE(1e-300, 1.0, std::numeric_limits<double>::max());
    std::vector<double> mask(35, unit);
    mask[3] = mask[17] = 0;
    const cell_work work(domain, part::work_density::of_cells(mask));
    CHECK_FALSE(work.is_uniform());
    CHECK(work.total(domain) == Approx(33));
    CHECK(work.kind() == part::work_density::form::cells);
}

TEST_CASE("a density that does not fit is refused") {
    using part::work_density;
    CHECK_THROWS_AS(cell_work(domain, work_density::of_rows({1, 2})), part::error);
    CHECK_THROWS_AS(cell_work(domain, work_density::of_rows(std::vector<double>(7, 0))), part::error);
    CHECK_THROWS_AS(cell_work(domain, work_density::of_columns({1, 2, 3, -1, 1})), part::error);
    CHECK_THROWS_AS(cell_work(domain, work_density::of_function([](auto, auto) { return 1; })), std::invalid_argument);
}

}  // namespace cell_work_test
