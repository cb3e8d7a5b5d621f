// Runs of prepared collectives allocate nothing: not in the thread of the rank, nor in the group's thread, nor in one
// of the mailbox.
#include "banyan/net/neighbour_allgather.hpp"
#include "banyan/net/neighbour_exchange.hpp"
#include "banyan/net/persistent_varying.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"
#include "tests/libnet/messaging/thread_memory.hpp"

namespace persistent_collectives_memory_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr int rounds = 100;
// Sometimes a run needs more memory than all before it: more messages come early, or a wait takes so long that the rank
// reports it. So one of several attempts must be free of allocations.
constexpr int most_attempts = 100;

// The allocations of the process in `rounds` calls of run() on each rank. While they are counted, the ranks do nothing
// else than these calls and the barriers. Without a barrier after each call, the root of a broadcast could be any
// number of runs ahead, and the others would store its messages.
template <class F>
std::size_t allocations_of_all(persistent_collective& barrier, F run) {
    barrier.run(limit);
    const std::size_t before = allocations_of_process();
    for (int i = 0; i < rounds; ++i) {
        run();
        barrier.run(limit);
    }
    const std::size_t count = allocations_of_process() - before;
    barrier.run(limit);
    return count;
}

// Called by all ranks, each with its own collective.
class allocation_check {
  public:
    explicit allocation_check(const group& world)
        : first_rank_(world.rank() == rank{0}),
          barrier_(persistent_barrier(world)),
          telling_(persistent_broadcast(world, best_)) {}

    void operator()(const std::string& name, persistent_collective prepared) {
        demand_none("runs of " + name, [&] { prepared.run(limit); });
        demand_none("starts of " + name, [&] {
            prepared.start(limit);
            prepared.wait(limit);
        });
    }

  private:
    template <class F>
    void demand_none(const std::string& what, F run) {
        run();
        best_.front() = ~std::size_t{0};
        for (int i = 0; i < most_attempts && best_.front() > 0; ++i) {
            const std::size_t count = allocations_of_all(barrier_, run);
            if (first_rank_) best_.front() = std::min(best_.front(), count);
            telling_.run(limit);
        }
        demand(best_.front() == 0,
               (std::to_string(best_.front()) + " allocations in " + std::to_string(rounds) + " " + what).c_str());
    }

    const bool first_rank_;
    std::vector<std::size_t> best_{0};
    persistent_collective barrier_, telling_;
};

}  // namespace

TEST_CASE("runs of prepared collectives allocate nothing", "[memory]") {
    const int ranks = GENERATE(1, 2, 3, 4);
    const std::size_t count =
        GENERATE(1u, 2000u);  // 4 blocks of 16000 bytes are at most what is kept for early messages
    CAPTURE(ranks, count);
    on_every_transport(ranks, [&](group& world) {
        const auto p = static_cast<std::size_t>(world.size());
        std::vector<double> one(count), other(count), all(p * count), more(p * count);
        const std::plus<> sum;
        allocation_check check(world);
        check("barrier", persistent_barrier(world));
        check("broadcast", persistent_broadcast(world, one));
        check("reduce", persistent_reduce(world, one, other, sum));
        check("allreduce", persistent_allreduce(world, one, sum));
        check("globalsum with a result", persistent_globalsum(world, one, other));
        check("scan", persistent_scan(world, one, other, sum));
        check("exclusive_scan", persistent_exclusive_scan(world, one, other, sum));
        check("reduce_scatter", persistent_reduce_scatter(world, all, one, sum));
        check("gather", persistent_gather(world, one, all));
        check("scatter", persistent_scatter(world, all, one));
        check("allgather", persistent_allgather(world, one, all));
        check("alltoall", persistent_alltoall(world, all, more));
    });
}

TEST_CASE("runs of prepared collectives with blocks of different lengths allocate nothing", "[memory]") {
    on_every_transport(3, [](group& world) {
        std::vector<double> mine(static_cast<std::size_t>(world.rank().value) * 100);
        varying<double> all;
        const cartesian_topology ring(world, cartesian_shape({{3, true}}));
        std::vector<double> out(20), in(20), around(40);
        allocation_check check(world);
        check("allgather_varying", persistent_allgather_varying(world, mine, all, limit));
        check("neighbour_exchange", persistent_neighbour_exchange(ring, out, in));
        check("neighbour_allgather", persistent_neighbour_allgather(ring, out, around));
    });
}

}  // namespace persistent_collectives_memory_test
