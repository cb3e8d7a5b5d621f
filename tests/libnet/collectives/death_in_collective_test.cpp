// A member dies before or in the middle of a collective: every survivor has an error that names it within a second, and
// shrink then gives the survivors a working group.
#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <numeric>

#include "banyan/net/collectives.hpp"
#include "banyan/net/shrink.hpp"
#include "libnet/collectives/collective_messages.hpp"
#include "libnet/collectives/collective_plan.hpp"
#include "libnet/collectives/schedule_run.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace death_in_collective_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

using test_clock = std::chrono::steady_clock;

constexpr auto told_within = 1s;
constexpr int size = 6;
constexpr rank victim{2};

struct dying_call {
    collective_kind kind;
    const char* algorithm;
    std::size_t items;  // of a rank, or of each block
};

// The memory of one rank's call, and its arguments.
struct call_memory {
    call_memory(const group& g, const dying_call& call) {
        const std::size_t p = static_cast<std::size_t>(g.size());
        const bool all_in = call.kind == collective_kind::alltoall || call.kind == collective_kind::reduce_scatter ||
                            call.kind == collective_kind::scatter;
        const bool all_out = call.kind == collective_kind::alltoall || call.kind == collective_kind::allgather ||
                             call.kind == collective_kind::gather;
        input.resize(call.items * (all_in ? p : 1));
        output.resize(call.items * (all_out ? p : 1));
        arguments = detail::arguments_for_reduction<int>(call.kind, std::as_bytes(std::span(input)),
                                                         std::as_writable_bytes(std::span(output)), op);
        if (call.kind == collective_kind::barrier) arguments.input = {}, arguments.output = {};
        const bool is_reduction = call.kind == collective_kind::allreduce || call.kind == collective_kind::reduce ||
                                  call.kind == collective_kind::scan || call.kind == collective_kind::exclusive_scan ||
                                  call.kind == collective_kind::reduce_scatter;
        if (!is_reduction) arguments.op.reset();
    }

    std::vector<int> input, output;
    std::plus<> op;
    detail::collective_arguments arguments;
};

enum class moment { before, after_the_first_message, in_the_middle, before_the_last_step };

std::size_t steps_until(moment when, const schedule& whole) {
    const auto is_transfer = [](const step& s) { return s.what == step::kind::send || s.what == step::kind::receive; };
    const auto first = std::ranges::find_if(whole.steps, is_transfer) - whole.steps.begin();
    const std::size_t last = whole.steps.empty() ? 0 : whole.steps.size() - 1;
    if (when == moment::after_the_first_message) return std::min(static_cast<std::size_t>(first) + 1, last);
    if (when == moment::in_the_middle) return whole.steps.size() / 2;
    return when == moment::before_the_last_step ? last : 0;
}

// Carries out the first steps of the call, as a rank that is killed then.
void take_steps(const group& g, const dying_call& call, moment when) {
    const call_memory memory(g, call);
    const collective_plan plan = plan_collective(g, memory.arguments, with_algorithm(call.algorithm, limit));
    if (when == moment::before) return;
    schedule part = plan.chosen->steps;
    part.steps.resize(steps_until(when, part));
    collective_messages messages(g, plan.call, limit);
    run_memory runs(plan, memory.arguments);
    run_schedule(messages, part, memory.arguments, runs.space.bytes(), runs.transfers);
}

std::vector<dying_call> calls() {
    using enum collective_kind;
    constexpr std::size_t little = 10, much = 300'000;  // much: more than is sent eagerly
    return {{barrier, "dissemination", 0},
            {barrier, "hypercube-tree", 0},
            {broadcast, "hypercube-tree", much},
            {broadcast, "chain", little},
            {reduce, "binary-tree", much},
            {allreduce, "banyan-exchange", little},
            {allreduce, "ring", much},
            {allreduce, "reduce-broadcast", little},
            {allgather, "ring", much},
            {allgather, "bruck", little},
            {reduce_scatter, "pairwise", little},
            {alltoall, "pairwise", much},
            {scan, "doubling", little},
            {exclusive_scan, "chain", little},
            {gather, "linear", little},
            {scatter, "hypercube-tree", much}};
}

// All calls; where tests are shortened, a third of them, others at each moment.
std::vector<dying_call> calls_at(moment when) {
    return sampled(static_cast<std::size_t>(when), calls());
}

// Expects the error of the death in the call or, on a rank whose part was done without the victim, in the next one.
error error_of_death(const group& g, const dying_call& call) {
    try {
        call_memory memory(g, call);
        detail::run_collective(g, memory.arguments, with_algorithm(call.algorithm, limit));
        barrier(g, limit);
    } catch (const error& why) {
        return why;
    }
    throw std::runtime_error("no error");
}

// Runs the call on `size` ranks, of which one dies. Returns the longest time from its death until a survivor has the
// error.
test_clock::duration time_to_report(const dying_call& call, moment when, transport_kind kind, findings& found) {
    std::atomic<int> ready{0}, told_ranks{0}, done{0};
    std::atomic<test_clock::time_point> death{};
    std::array<test_clock::duration, size> times{};
    const auto body = [&](group& world) {
        barrier(world, limit);  // makes the links
        ++ready;
        wait_for(ready, size);
        if (world.rank() == victim) {
            take_steps(world, call, when);
            death = test_clock::now();
            throw std::runtime_error("on purpose");
        }
        const error told = error_of_death(world, call);
        times[static_cast<std::size_t>(world.rank().value)] = test_clock::now() - death.load();
        found.expect(told.which() == errc::peer_lost && told.peer() == world.task(victim), told.what());
        ++told_ranks;
        wait_for(told_ranks, size - 1);  // shrink would end the calls of the others
        const group rest = shrink(world, limit);
        found.expect(rest.size() == size - 1 && allreduce_value(rest, 1, std::plus<>(), limit) == size - 1, "shrink");
        ++done;
        wait_for(done, size - 1);
    };
    CHECK_THROWS_WITH(run_threads(size, body, kind), "on purpose");
    CHECK(done == size - 1);
    return *std::ranges::max_element(times);
}

}  // namespace

// On a busy computer any rank may be stopped for a second, so one of several runs must be in time.
TEST_CASE("a death in a collective is reported to all survivors within a second, and shrink works", "[death]") {
    constexpr int most_runs = 20;
    const auto when =
        GENERATE(moment::before, moment::after_the_first_message, moment::in_the_middle, moment::before_the_last_step);
    const auto kind = any_transport();
    for (const dying_call& call : calls_at(when)) {
        INFO(name_of(call.kind) << " by " << call.algorithm << ", moment " << static_cast<int>(when));
        findings found;
        auto shortest = test_clock::duration::max();
        for (int run = 0; run < most_runs && shortest >= told_within; ++run)
            shortest = std::min(shortest, time_to_report(call, when, kind, found));
        CHECK(found.first() == "");
        CHECK(std::chrono::duration<double>(shortest).count() < std::chrono::duration<double>(told_within).count());
    }
}

}  // namespace death_in_collective_test
