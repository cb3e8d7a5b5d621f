#include "simulation.hpp"

namespace banyan::net::simulation {
namespace {

constexpr std::uint64_t most_steps = 20'000'000;  // far above what a scenario needs: a livelock is a violation too
constexpr std::size_t burst_windows = 3;

}  // namespace

simulation::simulation(std::uint64_t seed)
    : random_(seed),
      world_(scenario::from(random_)),
      network_(clock_, random_, world_, [this](task_id touched) { tasks_[touched.value - 1]->attend(); }) {
    for (std::size_t i = 0; i < world_.tasks; ++i) {
        tasks_.push_back(std::make_unique<simulated_task>(id(i), world_, clock_, random_, book_, network_));
        network_.join(id(i), task(i).protocol(), world_.slow_reader && i == 0);
    }
}

void simulation::plan_faults() {
    const nanoseconds script = world_.most_actions * world_.most_pause;
    for (std::size_t i = 0; i < world_.faults; ++i) {
        const task_id a = id(random_.below(world_.tasks)), b = id(random_.below(world_.tasks));
        const bool kills = random_.one_in(3);
        clock_.after(random_.below(script), [=, this] {
            if (network_.gone(a) || network_.gone(b)) return;
            if (kills)
                network_.crash(a);
            else if (a != b)
                network_.cut(a, b);
        });
    }
}

// Until nothing happens any more.
void simulation::rest() {
    while (clock_.step())
        if (clock_.steps() > most_steps) throw violation("the tasks never come to rest");
    for (const auto& t : tasks_)
        t->check_at_rest();
    book_.check(network_.facts());
    check_credit();
}

void simulation::check_credit() {
    for (const auto& a : tasks_)
        for (const auto& b : tasks_)
            if (a != b && !a->gone() && !b->gone() && !a->closing() && !b->closing()) a->check_credit(*b);
}

void simulation::run() {
    for (const auto& t : tasks_)
        t->begin();
    plan_faults();
    rest();
    const bool crumbs = world_.most_bite_bytes < 16;
    for (std::size_t i = 0; i < world_.tasks; ++i)
        task(i).burst(
            id((i + 1) % world_.tasks),
            burst_windows * task(i).protocol().grant_bytes() / detail::message_overhead_bytes / (crumbs ? 2 : 3),
            crumbs ? 0 : 300);
    rest();
    for (const auto& t : tasks_)
        t->close();
    rest();
    for (const auto& t : tasks_)
        if (!t->gone()) throw violation("a task that closed never ended");
}

}  // namespace banyan::net::simulation
