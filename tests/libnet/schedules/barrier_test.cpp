// Every algorithm of barrier: no rank leaves before all have entered.
#include <bit>
#include <catch2/catch.hpp>
#include <deque>
#include <map>
#include <set>
#include <span>

#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/exchange_shapes.hpp"

namespace barrier_test {

using namespace banyan;
using namespace banyan::testing;

namespace {

// What each rank knows at the end, if a signal carries the ranks that its sender knows to have entered.
class known_ranks {
  public:
    known_ranks(const net::algorithm& how, int size, std::span<const int> hosts = {}) {
        for (int r = 0; r < size; ++r) {
            known_.push_back({r});
            plans_.push_back(how.make({.rank = r, .size = size, .host_of = hosts}));
        }
        next_.resize(plans_.size());
        received_from_.resize(plans_.size());
    }

    std::vector<std::set<int>> run() {
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t r = 0; r < plans_.size(); ++r)
                while (next_[r] < plans_[r].steps.size() && take(r, plans_[r].steps[next_[r]])) {
                    ++next_[r];
                    moved = true;
                }
        }
        for (std::size_t r = 0; r < plans_.size(); ++r)
            REQUIRE(next_[r] == plans_[r].steps.size());
        return known_;
    }

  private:
    bool take(std::size_t r, const net::step& now) {
        if (now.what == net::step::kind::send) {
            under_way_[{static_cast<int>(r), now.peer}].push_back(known_[r]);
            received_from_[r].push_back(-1);
        } else if (now.what == net::step::kind::receive) {
            received_from_[r].push_back(now.peer);
        } else {
            return wait(r, now.transfers);
        }
        return true;
    }

    // Takes the signals of the first `transfers` transfers. One that has been taken is marked -1.
    bool wait(std::size_t r, std::size_t transfers) {
        for (std::size_t t = 0; t < transfers; ++t) {
            int& peer = received_from_[r].at(t);
            if (peer < 0) continue;
            auto& signals = under_way_[{peer, static_cast<int>(r)}];
            if (signals.empty()) return false;
            known_[r].merge(signals.front());
            signals.pop_front();
            peer = -1;
        }
        return true;
    }

    std::vector<std::set<int>> known_;
    std::vector<net::schedule> plans_;
    std::vector<std::size_t> next_;
    std::vector<std::vector<int>> received_from_;
    std::map<std::pair<int, int>, std::deque<std::set<int>>> under_way_;
};

}  // namespace

TEST_CASE("Every algorithm of barrier: a rank that leaves has heard from all ranks") {
    const net::algorithm& how = every_algorithm(net::collective_kind::barrier);
    const int size = every_size();
    CAPTURE(how.name, size);
    for (const std::set<int>& known : known_ranks(how, size).run())
        CHECK(known.size() == static_cast<std::size_t>(size));
}

TEST_CASE("Every algorithm of barrier has the cost of its formula and carries no items") {
    const net::algorithm& how = every_algorithm(net::collective_kind::barrier);
    const int size = every_size();
    CAPTURE(how.name, size);
    std::vector<rank_memory> ranks(static_cast<std::size_t>(size));
    const auto shape_of = [&](int rank) { return net::collective_shape{.rank = rank, .size = size}; };
    const net::algorithm_cost seen = run_in_memory(how, shape_of, ranks);
    CHECK(seen.items == 0);
    CHECK(how.cost(shape_of(0)) == seen);
}

TEST_CASE("A barrier of two levels is right for all placements on hosts") {
    const net::algorithm& how = *net::find_algorithm(net::collective_kind::barrier, "two-level");
    const int size = every_size();
    const std::vector<int> hosts = hosts_of(every_placement(), size);
    CAPTURE(size, hosts);
    for (const std::set<int>& known : known_ranks(how, size, hosts).run())
        CHECK(known.size() == static_cast<std::size_t>(size));
    std::vector<rank_memory> ranks(static_cast<std::size_t>(size));
    const auto shape_of = [&](int rank) { return net::collective_shape{.rank = rank, .size = size, .host_of = hosts}; };
    check_near(how.cost(shape_of(0)), run_in_memory(how, shape_of, ranks), 1.5, 0);
}

TEST_CASE("A barrier of two levels has the messages of its formula, and few of them between hosts") {
    const net::algorithm& how = *net::find_algorithm(net::collective_kind::barrier, "two-level");
    const int ranks_of_host = GENERATE(1, 2, 5, 8);
    const int count = GENERATE(1, 2, 3, 8, 13);
    const int size = ranks_of_host * count;
    std::vector<int> hosts;  // in turn
    for (int rank = 0; rank < size; ++rank)
        hosts.push_back(rank % count);
    CAPTURE(ranks_of_host, count);
    const auto log2_of = [](int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n - 1))); };
    const net::collective_shape shape{.size = size, .host_of = hosts};
    CHECK(how.cost(shape).rounds == 2 * log2_of(ranks_of_host) + log2_of(count));
    CHECK(how.cost(shape).messages == static_cast<std::uint64_t>(2 * (size - count) + count * log2_of(count)));
    int between = 0;
    for (int rank = 0; rank < size; ++rank)
        for (const net::step& now : how.make({.rank = rank, .size = size, .host_of = hosts}).steps)
            if (now.what == net::step::kind::send && now.peer % count != rank % count) ++between;
    CHECK(between == count * log2_of(count));
}

}  // namespace barrier_test
