#include "tools/banyan/method_remarks.hpp"

#include <catch2/catch.hpp>

#include "advisor/shifted_candidates.hpp"
#include "banyan/part/methods.hpp"

namespace banyan::tools::method_remarks_test {
namespace {

/// Two equal tasks on 8 x 64 cells: `best` and column make the same partition, row another one. Seconds in the order
/// best, column, row.
std::vector<std::string> remarks(const std::vector<double>& seconds, std::vector<std::string>* same = nullptr) {
    advisor::problem problem;
    problem.methods = {"best", "column", "row"};
    problem.domain = {8, 64};
    advisor::survey found;
    for (std::size_t m = 0; m < problem.methods.size(); ++m) {
        found.partitions.push_back(
            {part::make_partition(problem.methods[m], problem.domain, part::speeds::equal(2)), {1, 1}, true});
        found.candidates.push_back({problem.methods[m], {{seconds[m]}}, {}, {}});
    }
    const auto ranked = advisor::rank_methods(found.candidates, {});
    advisor::mark_equal_partitions(found);
    if (same != nullptr) *same = same_as_first(problem, found, ranked);
    return method_remarks(problem, found, ranked);
}

const std::string reason = "chosen for 50 us a message, 8 ns a byte, 10 ns a cell, not for these measurements";

}  // namespace

TEST_CASE("best that is not the first says why, unless it has the partition of the first") {
    CHECK(remarks({3, 2, 1}) == std::vector<std::string>{"", "", "same as column, " + reason});
    CHECK(remarks({2, 3, 1}) == std::vector<std::string>{"", reason, "same as best"});
    CHECK(remarks({2, 1, 3}) == std::vector<std::string>{"", "same as column", ""});
    CHECK(remarks({1, 2, 3}) == std::vector<std::string>{"", "same as best", ""});
}

TEST_CASE("a method that was not measured says so") {
    advisor::problem problem;
    problem.methods = {"row", "column"};
    problem.domain = {8, 64};
    advisor::survey found;
    for (const auto& method : problem.methods) {
        found.partitions.push_back(
            {part::make_partition(method, problem.domain, part::speeds::equal(2)), {1, 1}, true});
        found.candidates.push_back({method, {{1.0}}, {}, {}});
    }
    found.candidates[0].modelled_only = true;
    CHECK(method_remarks(problem, found, advisor::rank_methods(found.candidates, {})) ==
          std::vector<std::string>{"", "not measured: no time was left; by the models only"});
}

TEST_CASE("methods with the partition of the first one are known") {
    std::vector<std::string> same;
    remarks({2, 1, 3}, &same);
    CHECK(same == std::vector<std::string>{"best"});
    remarks({3, 2, 1}, &same);
    CHECK(same.empty());
}

}  // namespace banyan::tools::method_remarks_test
