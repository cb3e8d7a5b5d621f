// The guarantees of all methods, and those of single methods.
#include "banyan/part/methods.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace methods_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

struct measures {
    std::int64_t cut_length, wrapped_cut_length, edges, messages, items;
    double ratio, cost_s;
    std::multiset<std::int64_t> cells;
    friend bool operator==(const measures&, const measures&) = default;
};

measures measured(const partition& p, const speeds& s) {
    const communication c = exact_communication(p, stencil::named("5"));
    measures m{cut_length(p),
               wrapped_cut_length(p),
               internal_edges(p),
               c.messages(),
               c.items(),
               max_time_ratio(p, s),
               communication_cost_s(c, {}, 8),
               {}};
    for (int processor = 0; processor < p.processors(); ++processor)
        m.cells.insert(p.cells(processor));
    return m;
}

/// Methods that can take this number of processors.
std::vector<method_info> methods_for(int processors) {
    std::vector<method_info> result;
    for (const method_info& m : methods())
        if (processors <= m.max_processors) result.push_back(m);
    return result;
}

/// The row of a method in docs/methods.md.
std::string row_of(const method_info& m) {
    std::string row = "| `";
    row.append(m.name).append("` | ");
    if (!m.short_name.empty()) row.append("`").append(m.short_name).append("`");
    for (std::string_view column : {m.summary, m.source, m.guarantee, m.complexity, m.lookup})
        row.append(" | ").append(column);
    return row + " |\n";
}

/// Whether no kept processor is slower than a dropped one.
bool only_slowest_dropped(const partition& p, const speeds& s) {
    for (int out : p.dropped())
        for (int processor = 0; processor < p.processors(); ++processor)
            if (p.cells(processor) > 0 && s[processor] < s[out]) return false;
    return true;
}

}  // namespace

TEST_CASE("the table names every method once") {
    std::set<std::string_view> names;
    for (const method_info& m : methods()) {
        CHECK(names.insert(m.name).second);
        if (!m.short_name.empty()) CHECK(names.insert(m.short_name).second);
        CHECK(&find_method(m.name) == &m);
        for (std::string_view text : {m.summary, m.source, m.guarantee, m.complexity, m.lookup})
            CHECK_FALSE(text.empty());
    }
    CHECK(find_method("row").name == "contiguous_row");
    CHECK(find_method("column").name == "contiguous_column");
    CHECK(find_method("point").name == "contiguous_point");
    CHECK_FALSE(find_method("block").in_all);
    CHECK_THROWS_WITH(find_method("rows"), Catch::Contains("'rows'") && Catch::Contains("xy2"));
    CHECK_THROWS_AS(find_method(""), error);
}

TEST_CASE("docs/methods.md has the table of methods, row by row and nothing else") {
    std::ifstream in(BANYAN_SOURCE_DIR "/docs/methods.md");
    std::stringstream text;
    text << in.rdbuf();
    const std::string page = text.str();
    const std::string remedy = "run tools/dev/make_methods_page build/release/bin/banyan: docs/methods.md ";
    std::string rows;
    for (const method_info& m : methods()) {
        rows += row_of(m);
        if (page.find(row_of(m)) == std::string::npos) FAIL(remedy << "lacks the row\n" << row_of(m));
    }
    if (page.find("|---|---|---|---|---|---|---|\n" + rows + "\n<!-- to here -->") == std::string::npos)
        FAIL(remedy << "has the rows in another order, or has more rows");
}

TEST_CASE("every method covers every grid and gives each processor a cell or drops the slowest") {
    testing::source random(41);
    for (int i = 0; i < testing::samples(400); ++i) {
        const grid domain = testing::random_grid(random, i % 4 == 0 ? 300 : 12);
        const int most = static_cast<int>(std::min<std::int64_t>(domain.cells(), 24));
        const speeds s =
            testing::random_speeds(random, static_cast<int>(random.integer(1, most)), i % 3 == 0 ? 1000 : 4);
        for (const method_info& m : methods_for(s.size())) {
            if (s.size() + 2 > m.max_processors && i % 20 != 0) continue;  // exact searches are slow near their limits
            INFO(m.name << " " << domain.rows() << " x " << domain.cols() << ", " << s.size() << " processors");
            const partition p = make_partition(m.name, domain, s);  // its constructor checks cover and overlap
            CHECK(p.processors() == s.size());
            CHECK(p.kind() == m.kind);
            CHECK(only_slowest_dropped(p, s));
            CHECK(p == make_partition(m.name, domain, s));
            if (domain.rows() >= s.size() && domain.cols() >= s.size()) CHECK(p.dropped().empty());
        }
    }
}

TEST_CASE("the same speeds in another order give the same shapes and costs") {
    testing::source random(42);
    for (int i = 0; i < testing::samples(150); ++i) {
        const grid domain(random.integer(3, 200), random.integer(3, 200));
        const int processors = static_cast<int>(random.integer(2, 9));
        std::vector<double> values;
        for (int j = 0; j < processors; ++j)  // many of them are equal
            values.push_back(static_cast<double>(random.integer(1, 4)));
        const speeds first(values);
        random.shuffle(values);
        const speeds second(values);
        for (const method_info& m : methods_for(processors)) {
            INFO(m.name);
            CHECK(measured(make_partition(m.name, domain, first), first) ==
                  measured(make_partition(m.name, domain, second), second));
        }
    }
}

TEST_CASE("the unit of the speeds does not matter") {
    testing::source random(43);
    for (const method_info& m : methods()) {
        const speeds s = testing::random_speeds(random, 7, 8);
        std::vector<double> scaled(s.values().begin(), s.values().end());
        for (double& v : scaled)
            v *= 1024;
        CHECK(make_partition(m.name, {90, 110}, s) == make_partition(m.name, {90, 110}, speeds(scaled)));
    }
}

TEST_CASE("a processor alone gets everything, also one cell") {
    for (const method_info& m : methods())
        for (const grid& domain : {grid(1, 1), grid(1, 7), grid(9, 1), grid(64, 64)})
            CHECK(make_partition(m.name, domain, speeds{3}).cells(0) == domain.cells());
}

TEST_CASE("a grid with fewer cells than processors is refused") {
    for (const method_info& m : methods())
        CHECK_THROWS_WITH(make_partition(m.name, {2, 2}, speeds::equal(5)),
                          Catch::Contains("2 x 2 = 4 cells") && Catch::Contains("5 processors"));
}

TEST_CASE("too few rows drop the slowest processors by name") {
    const partition p = make_partition("contiguous_row", {2, 50}, speeds{1, 5, 3, 2});
    CHECK(std::vector<int>(p.dropped().begin(), p.dropped().end()) == std::vector<int>{0, 3});
    CHECK(p.cells(1) == 50);
    const partition blocks = make_partition("homogeneous_block", {4, 4}, speeds::equal(11));  // 1 x 11 does not fit
    CHECK(blocks.dropped().size() == 2);  // 10 = 2 x 5 does not fit either; 9 = 3 x 3 does
}

TEST_CASE("thousands of processors too many are dropped quickly") {
    testing::source random(48);
    const speeds s = testing::random_speeds(random, testing::samples(8000), 5);
    const partition rows = make_partition("contiguous_row", {100, 100}, s);
    const auto too_many = static_cast<std::size_t>(s.size()) - 100;
    CHECK(rows.dropped().size() == too_many);
    CHECK(only_slowest_dropped(rows, s));
    CHECK(make_partition("contiguous_column", {200, 100}, s).dropped().size() == too_many);
    for (const method_info& m : methods_for(s.size()))
        CHECK(only_slowest_dropped(make_partition(m.name, {90, 90}, s), s));
}

TEST_CASE("contiguous methods balance as well as their unit allows") {
    const speeds s{4, 4, 3, 3, 3, 2, 2, 1, 1};
    CHECK(max_time_ratio(make_partition("contiguous_row", {46, 7}, s), s) == Approx(1));
    CHECK(max_time_ratio(make_partition("contiguous_column", {7, 46}, s), s) == Approx(1));
    CHECK(max_time_ratio(make_partition("contiguous_point", {23, 7}, s), s) == Approx(1));
    CHECK(make_partition("contiguous_row", {46, 7}, s).cells(0) == 8 * 7);
}

TEST_CASE("block shapes balance to a few per cent on a few hundred rows") {
    testing::source random(44);
    for (int i = 0; i < 40; ++i) {
        const speeds s = testing::random_speeds(random, static_cast<int>(random.integer(2, 16)), 8);
        for (std::string_view name : {"brbd", "xy2", "columns"})
            CHECK(max_time_ratio(make_partition(name, {600, 600}, s), s) < 1.05);
    }
}

TEST_CASE("columns balances 64 processors on 100 x 100 cells to within 8 per cent on average") {
    testing::source random(45);
    double sum = 0;
    for (int i = 0; i < 20; ++i) {
        const speeds s = testing::random_speeds(random, 64, 10);
        sum += max_time_ratio(make_partition("columns", {100, 100}, s), s);
    }
    CHECK(sum / 20 < 1.08);
}

TEST_CASE("homogeneous blocks are equal for all speeds, and as square as p allows") {
    const partition p = make_partition("homogeneous_block", {60, 60}, speeds{9, 1, 1, 1, 1, 1, 1, 1, 1});
    for (const block& b : p.blocks()) {
        CHECK(b.rows == 20);
        CHECK(b.cols == 20);
    }
    const partition wide = make_partition("homogeneous_block", {40, 120}, speeds::equal(12));
    for (const block& b : wide.blocks())
        CHECK(b.half_perimeter() == 40);                                                           // 2 x 6
    CHECK(internal_edges(make_partition("homogeneous_block", {61, 59}, speeds::equal(9))) == 12);  // cuts stay aligned
}

TEST_CASE("brbd sends at most 6p - 4 messages on a torus, systolic within its bound") {
    testing::source random(46);
    for (int i = 0; i < 300; ++i) {
        const int processors = static_cast<int>(random.integer(4, 40));
        const speeds s = testing::random_speeds(random, processors, i % 2 == 0 ? 2 : 50);
        const partition p = make_partition("brbd", {random.integer(1000, 100000), random.integer(1000, 100000)}, s);
        CHECK(exact_communication(p, stencil::named("5")).messages() <= 6 * processors - 4);
        std::int64_t bound = 6;
        for (int j = 4; j < processors; ++j)
            bound += static_cast<int>(std::floor(std::log2(j))) % 2 == 1 ? 2 : 1;
        CHECK(exact_communication(p, stencil::named("systolic")).messages() <= bound);
    }
}

TEST_CASE("block means homogeneous blocks for equal processors and brbd for others") {
    const grid g(96, 96);
    CHECK(make_partition("block", g, speeds::equal(6)) == make_partition("homogeneous_block", g, speeds::equal(6)));
    CHECK(make_partition("block", g, speeds::equal(5)) == make_partition("brbd", g, speeds::equal(5)));
    const speeds s{4, 3, 3, 2};
    CHECK(make_partition("block", g, s) == make_partition("brbd", g, s));
}

TEST_CASE("xy2 and columns reach the same internal length") {
    testing::source random(47);
    for (int i = 0; i < 100; ++i) {
        const speeds s = testing::random_speeds(random, static_cast<int>(random.integer(2, 30)), 8);
        const grid domain(random.integer(20000, 60000), random.integer(20000, 60000));
        const auto xy2 = static_cast<double>(cut_length(make_partition("xy2", domain, s)));
        const auto columns = static_cast<double>(cut_length(make_partition("columns", domain, s)));
        CHECK(columns == Approx(xy2).epsilon(1e-3));
    }
}

}  // namespace methods_test
