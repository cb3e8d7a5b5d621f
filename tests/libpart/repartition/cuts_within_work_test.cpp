// The cuts of a chain whose parts have limited work, against all divisions of short chains.
#include "libpart/repartition/cuts_within_work.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "tests/libpart/model/random_instances.hpp"

namespace cuts_within_work_test {

using namespace banyan::part;
using namespace banyan::testing;

namespace {

using division = std::vector<std::int64_t>;  // the cuts

/// Whole numbers as work and weights: times either are equal or differ by far more than the rounding.
struct short_chain {
    explicit short_chain(std::uint64_t seed) : random(seed) {
        const auto parts = static_cast<std::size_t>(random.integer(1, 4));
        chain.begin = random.integer(0, 3);
        for (std::size_t part = 0; part < parts; ++part) {
            chain.weights.push_back(static_cast<double>(random.integer(1, 4)));
            chain.least.push_back(random.integer(1, 2));
        }
        const std::int64_t least = std::accumulate(chain.least.begin(), chain.least.end(), std::int64_t{0});
        const std::int64_t lines = random.integer(least, 11);
        chain.end = chain.begin + lines;
        chain.other = 1;
        const std::int64_t most_work = random.integer(1, 9);
        std::vector<double> sums{0};
        for (std::int64_t line = 0; line < lines; ++line) {
            work.push_back(static_cast<double>(random.integer(0, most_work)));
            sums.push_back(sums.back() + work.back());
        }
        chain.work_to = [sums, begin = chain.begin](std::int64_t line) {
            return sums[static_cast<std::size_t>(line - begin)];
        };
        for (std::size_t cut = 1; cut < parts; ++cut)
            chain.old.push_back(random.integer(chain.begin - 2, chain.end + 2));
        std::ranges::sort(chain.old);
    }

    source random;
    part_chain chain{};
    std::vector<double> work{};  ///< of each line
};

void add_divisions(const part_chain& chain, division& cuts, std::vector<division>& to) {
    const std::int64_t from = cuts.empty() ? chain.begin : cuts.back();
    const std::size_t part = cuts.size();
    if (part + 1 == chain.size()) {
        if (chain.end - from >= chain.least[part]) to.push_back(cuts);
        return;
    }
    for (std::int64_t line = from + chain.least[part]; line <= chain.end; ++line) {
        cuts.push_back(line);
        add_divisions(chain, cuts, to);
        cuts.pop_back();
    }
}

/// All divisions in which each part has its fewest lines.
std::vector<division> all_divisions(const part_chain& chain) {
    std::vector<division> found;
    division cuts;
    add_divisions(chain, cuts, found);
    return found;
}

/// The largest work / weight of the parts, or only of those with more than their fewest lines.
double time_of(const short_chain& c, const division& cuts, bool all_parts) {
    double longest = 0;
    std::int64_t from = c.chain.begin;
    for (std::size_t part = 0; part < c.chain.size(); ++part) {
        const std::int64_t to = part < cuts.size() ? cuts[part] : c.chain.end;
        double sum = 0;
        for (std::int64_t line = from; line < to; ++line)
            sum += c.work[static_cast<std::size_t>(line - c.chain.begin)];
        if (all_parts || to - from > c.chain.least[part]) longest = std::max(longest, sum / c.chain.weights[part]);
        from = to;
    }
    return longest;
}

double least_time(const short_chain& c, const std::vector<division>& divisions, bool all_parts) {
    double least = std::numeric_limits<double>::infinity();
    for (const division& cuts : divisions)
        least = std::min(least, time_of(c, cuts, all_parts));
    return least;
}

bool is_at_most(double time, double limit) {
    return time <= limit * (1 + 1e-9);
}

/// The least distance of the cut from its old position, if the cuts before it are given and the time is limited.
std::int64_t nearest(const short_chain& c, const std::vector<division>& divisions, double limit, const division& given,
                     std::size_t cut) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const division& one : divisions)
        if (std::equal(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(cut), given.begin()) &&
            is_at_most(time_of(c, one, false), limit))
            least = std::min(least, std::abs(one[cut] - c.chain.old[cut]));
    return least;
}

}  // namespace

TEST_CASE("each cut goes to the nearest line that the limited time, or else the least possible time, allows") {
    int searched = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        short_chain c(seed);
        const auto divisions = all_divisions(c.chain);
        const double all_work = std::accumulate(c.work.begin(), c.work.end(), 0.0);
        const double all_weights = std::accumulate(c.chain.weights.begin(), c.chain.weights.end(), 0.0);
        const double wanted = static_cast<double>(c.random.integer(0, 20)) / 2;
        const double possible = least_time(c, divisions, false);
        const bool search = !is_at_most(possible, wanted);
        const double limit = search ? std::max(possible, all_work / all_weights) : wanted;
        searched += search ? 1 : 0;
        const division cuts = cuts_within_work(c.chain, wanted);
        INFO("seed " << seed << ", time " << wanted << ", limit " << limit);
        REQUIRE(std::ranges::find(divisions, cuts) != divisions.end());
        CHECK(is_at_most(time_of(c, cuts, false), limit));
        for (std::size_t cut = 0; cut < cuts.size(); ++cut)
            CHECK(std::abs(cuts[cut] - c.chain.old[cut]) == nearest(c, divisions, limit, cuts, cut));
    }
    CHECK(searched > 100);
    CHECK(searched < 1900);
}

TEST_CASE("if no line has more work than the slowest part can do, no division has a shorter time") {
    int tested = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        short_chain c(seed);
        std::ranges::fill(c.chain.least, 1);
        const double least = least_time(c, all_divisions(c.chain), true);
        const double slowest = *std::ranges::min_element(c.chain.weights);
        if (!is_at_most(*std::ranges::max_element(c.work), least * slowest)) continue;
        tested += c.chain.size() > 1 ? 1 : 0;
        INFO("seed " << seed);
        CHECK(time_of(c, cuts_within_work(c.chain, 0), true) == Approx(least).epsilon(1e-9));
    }
    CHECK(tested > 50);
}

}  // namespace cuts_within_work_test
