// Every algorithm of barrier: no rank leaves before all have entered.
#include <catch2/catch.hpp>
#include <deque>
#include <map>
#include <set>

#include "tests/libnet/schedules/every_algorithm.hpp"

namespace barrier_test {

using namespace banyan;
using namespace banyan::testing;

namespace {

// What each rank knows at the end, if a signal carries the ranks that its sender knows to have entered.
class known_ranks {
  public:
    known_ranks(const net::algorithm& how, int size) {
        for (int r = 0; r < size; ++r) {
            known_.push_back({r});
            plans_.push_back(how.make({.rank = r, .size = size}));
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

}  // namespace barrier_test
