// The distributed sort, compared with std::stable_sort of all items.
#include "banyan/grid/sample_sort.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "banyan/net/thread_world.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"

namespace sample_sort_test {

using namespace banyan::grid;
namespace net = banyan::net;
using banyan::testing::findings;

namespace {

constexpr auto limit = std::chrono::seconds(30);

struct record {
    std::int32_t key;
    std::int32_t origin;  // its number among the records of all ranks
    friend bool operator==(const record&, const record&) = default;
};

enum class keys { random, equal, two, skewed, ascending, descending };

std::int32_t key_of(keys kind, int i, int n, std::mt19937& random) {
    switch (kind) {
        case keys::random:
            return static_cast<std::int32_t>(random() % 1'000'000);
        case keys::equal:
            return 5;
        case keys::two:
            return static_cast<std::int32_t>(random() % 2);
        case keys::skewed:
            return random() % 10 < 9 ? 3 : static_cast<std::int32_t>(random() % 100);
        case keys::ascending:
            return i;
        default:
            return n - i;
    }
}

std::vector<record> records(keys kind, int n) {
    std::mt19937 random(static_cast<unsigned>(n) * 7 + static_cast<unsigned>(kind));
    std::vector<record> all;
    for (int i = 0; i < n; ++i)
        all.push_back({key_of(kind, i, n, random), i});
    return all;
}

// How many of n records rank r of p has at first.
enum class spread { even, uneven, one_rank };
std::pair<int, int> range_of(spread how, int n, int r, int p) {
    const auto end = [&](int k) {
        if (how == spread::even) return n * k / p;
        if (how == spread::one_rank) return k > p / 2 ? n : 0;
        return n * k * k / (p * p);
    };
    return {end(r), end(r + 1)};
}

void sort_and_compare(net::group& world, keys kind, spread how, int n, findings& found) {
    std::vector<record> all = records(kind, n);
    const int p = world.size();
    const auto [begin, end] = range_of(how, n, world.rank().value, p);
    const std::span<const record> mine(all.data() + begin, static_cast<std::size_t>(end - begin));
    const auto even = sorted(world, mine, std::less<>(), &record::key, {.how = limit});
    const auto raw = sorted(world, mine, std::less<>(), &record::key, {.balanced = false, .how = limit});
    std::ranges::stable_sort(all, {}, &record::key);
    const auto blocked = item_layout::blocked(n, p);
    const auto first = all.begin() + blocked.index(world.rank().value, 0);
    found.expect(even == std::vector<record>(first, first + blocked.count(world.rank().value)),
                 [&] { return "balanced, n = " + std::to_string(n); });
    const std::int64_t step = sample_step(n, p);
    const double most = static_cast<double>(n) / p + static_cast<double>((p + 1) * step - p);
    found.expect(static_cast<double>(raw.size()) <= most,
                 [&] { return "the bound of a rank, n = " + std::to_string(n); });
    const auto joined = net::gather_varying(world, raw, net::rank{0}, limit).items;
    if (world.rank().value == 0) found.expect(joined == all, [&] { return "in order, n = " + std::to_string(n); });
}

}  // namespace

TEST_CASE("sorted: as std::stable_sort, for all kinds of keys and distributions") {
    const int p = banyan::testing::any_size(banyan::testing::sizes_to(17));
    findings found;
    net::run_threads(p, [&](net::group& world) {
        for (const keys kind : {keys::random, keys::equal, keys::two, keys::skewed, keys::ascending, keys::descending})
            for (const int n : {0, 1, p, 100, 700}) {
                const auto how = static_cast<spread>((n + static_cast<int>(kind)) % 3);
                sort_and_compare(world, kind, how, n, found);
            }
        for (const spread how : {spread::even, spread::uneven, spread::one_rank})
            sort_and_compare(world, keys::skewed, how, banyan::testing::full_form() ? 200'000 : 2000, found);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("sorted: with a named algorithm of the exchange") {
    for (const char* algorithm : {"pairwise", "linear", "balanced"}) {
        findings found;
        net::run_threads(4, [&](net::group& world) {
            const auto all = records(keys::random, 100);
            const auto mine = std::span(all).subspan(static_cast<std::size_t>(25 * world.rank().value), 25);
            auto how = net::with_algorithm(algorithm);
            how.until = limit;
            const auto got = sorted(world, mine, std::less<>(), &record::key, {.how = how});
            found.expect(got == sorted(world, mine, std::less<>(), &record::key, {.how = limit}), algorithm);
        });
        CHECK(found.first() == "");
    }
}

TEST_CASE("sorted: descending, by an own comparison, over every transport") {
    findings found;
    banyan::testing::on_every_transport(4, [&](net::group& world) {
        std::mt19937 random(static_cast<unsigned>(world.rank().value));
        std::vector<double> mine(20'000);
        for (double& x : mine)
            x = std::uniform_real_distribution<double>(-1, 1)(random);
        auto all = net::gather_varying(world, mine, net::rank{0}, limit).items;
        const auto got = sorted(world, mine, std::greater<>());
        const auto joined = net::gather_varying(world, got, net::rank{0}, limit).items;
        std::ranges::sort(all, std::greater<>());
        found.expect(joined == all, "the order");
        found.expect(got.size() == 20'000, "the balance");
    });
    CHECK(found.first().empty());
}

TEST_CASE("sorted: the splitters divide the samples evenly") {
    CHECK(detail::splitter_indices(0, 4).empty());
    CHECK(detail::splitter_indices(8, 4) == std::vector<std::size_t>{2, 4, 6});
    CHECK(detail::splitter_indices(3, 4) == std::vector<std::size_t>{0, 1, 2});
    CHECK(detail::splitter_indices(5, 1).empty());
    CHECK(sample_step(0, 3) == 1);
    CHECK(sample_step(1000, 3) == 111);
}

TEST_CASE("sorted: the second exchange makes the counts equal") {
    const std::vector<std::int64_t> counts{5, 0, 1, 4};
    CHECK(detail::balanced_counts(counts, 0) == std::vector<std::size_t>{3, 2, 0, 0});
    CHECK(detail::balanced_counts(counts, 1) == std::vector<std::size_t>{0, 0, 0, 0});
    CHECK(detail::balanced_counts(counts, 2) == std::vector<std::size_t>{0, 1, 0, 0});
    CHECK(detail::balanced_counts(counts, 3) == std::vector<std::size_t>{0, 0, 2, 2});
}

}  // namespace sample_sort_test
