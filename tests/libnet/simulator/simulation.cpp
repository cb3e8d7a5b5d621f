#include "simulation.hpp"

namespace banyan::net::simulation {
namespace {

constexpr std::uint64_t most_steps = 20'000'000;  // much more than a scenario needs; a livelock is a violation too
constexpr std::size_t burst_windows = 3;

}  // namespace

simulation::simulation(std::uint64_t seed)
    : random_(seed),
      world_(scenario::from(random_)),
      network_(clock_, random_, world_, [this](task_id touched) { tasks_[touched.value - 1]->attend(); }) {
    if (world_.one_frame_a_read) book_.expect_one_frame_a_step();
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

// One task revokes the group, or two tasks do, at any time of the programs.
void simulation::plan_revocation() {
    if (!world_.revokes) return;
    dice choice = random_.apart();
    const nanoseconds script = world_.most_actions * world_.most_pause;
    for (std::uint64_t calls = choice.between(1, 2); calls > 0; --calls) {
        const std::size_t caller = choice.below(world_.tasks);
        clock_.after(choice.below(script / 2 + 1), [=, this] { task(caller).revoke(); });
    }
}

// Runs until no event is left and rendezvous requests cause no more events.
void simulation::settle() {
    for (std::uint64_t before = clock_.steps() + 1; before != clock_.steps();) {
        while (clock_.step())
            if (clock_.steps() > most_steps) throw violation("the tasks never come to rest");
        before = clock_.steps();
        for (const auto& t : tasks_)
            t->end_credit_wait();
        while (clock_.step())
            if (clock_.steps() > most_steps) throw violation("the tasks never come to rest");
    }
}

// Starts more sends than can have rendezvous requests. They end before a receive takes them. After them come requests
// with another tag.
void simulation::burst_ahead() {
    constexpr std::size_t requests = 4, small = 60;
    const auto burst = [&](tag as, std::size_t count) {
        for (std::size_t i = 0; i < world_.tasks; ++i)
            task(i).burst(id((i + 1) % world_.tasks), as, count, small);
        settle();
    };
    const std::size_t credit = task(0).protocol().credit_window_bytes() / detail::message_overhead_bytes;
    burst(tag{0}, credit + detail::most_rendezvous_of(world_.limits));
    for (const auto& t : tasks_)
        t->wait_for_sends();
    burst(tag{static_cast<int>(world_.tags)}, requests);
}

// All programs have ended, and many messages are not received. Each of them must be receivable before the others.
void simulation::receive_late() {
    if (random_.one_in(2)) burst_ahead();
    for (int rounds = 3; rounds > 0; --rounds) {
        settle();
        book_.check_pairs(network_.facts(), detail::most_rendezvous_of(world_.limits));
        for (const auto& t : tasks_)
            t->check_send_buffer();
        for (const auto& t : tasks_)
            t->receive_late();
    }
    settle();
    book_.check_pairs(network_.facts(), detail::most_rendezvous_of(world_.limits));
    for (const auto& t : tasks_)
        t->begin_to_drain();
}

void simulation::rest() {
    settle();
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
    plan_revocation();
    if (world_.late_receivers) receive_late();
    rest();
    const bool small_pieces = world_.most_piece_bytes < 16;
    for (std::size_t i = 0; i < world_.tasks; ++i)
        task(i).burst(id((i + 1) % world_.tasks), tag{0},
                      burst_windows * task(i).protocol().credit_window_bytes() / detail::message_overhead_bytes /
                          (small_pieces ? 2 : 3),
                      small_pieces ? 0 : 300);
    rest();
    for (const auto& t : tasks_)
        t->close();
    rest();
    for (const auto& t : tasks_)
        if (!t->gone()) throw violation("a task that closed never ended");
}

}  // namespace banyan::net::simulation
