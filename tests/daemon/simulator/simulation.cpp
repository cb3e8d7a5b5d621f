#include "simulation.hpp"

#include <algorithm>

namespace banyan::daemon::simulation {
namespace {

constexpr nanoseconds longest = 900 * second;
constexpr std::uint64_t most_steps = 2'000'000;
constexpr nanoseconds shortest_tick = 5 * millisecond, longest_tick = 250 * millisecond;
/// Longer than the time for which a restarted coordinator waits for a host.
constexpr nanoseconds too_late = 5500 * millisecond;

}  // namespace

simulation::simulation(std::uint64_t seed)
    : env_(seed), command_(env_, [this] { reach_by_command(); }), tick_(shortest_tick) {
    for (std::uint32_t number = 1; number <= env_.plan.hosts; ++number) {
        hosts_.push_back(std::make_unique<simulated_host>(
            env_, number, [this, number] { reach_later(number, env_.delay() + std::exchange(late_[number], 0)); }));
        kept_.hosts.insert(number);
    }
    env_.delivered = [this](int kind) {
        if (started_ > env_.plan.crashes.size()) return;
        const auto& next = env_.plan.crashes[started_ - 1];
        if (next.kind != crash::any_message && next.kind != kind) return;
        if (++messages_ == next.after_messages) env_.after(0, [this, number = started_] { die(number); });
    };
}

simulation::~simulation() = default;

// ---- coordinators

void simulation::start_coordinator() {
    env_.say("coordinator {} starts", started_ + 1);
    coordinator_ = std::make_unique<simulated_coordinator>(env_, kept_);
    ++started_;
    messages_ = 0;
    coordinator_->begin();
    if (started_ > env_.plan.crashes.size()) return;
    if (const auto& next = env_.plan.crashes[started_ - 1]; next.after_messages == 0)
        env_.after(next.after, [this, number = started_] { die(number); });
}

void simulation::die(std::size_t number) {
    if (!coordinator_ || number != started_) return;
    env_.say("coordinator {} dies", number);
    coordinator_->crash();
    dead_.push_back(std::move(coordinator_));
    const auto down_for = env_.plan.crashes[number - 1].down_for;
    lose_hosts(number - 1, down_for);
    env_.after(down_for, [this] { start_coordinator(); });
}

void simulation::lose_hosts(std::size_t number, nanoseconds down_for) {
    for (const auto& fault : env_.plan.faults) {
        if (fault.how == host_fault::kind::at_a_time || fault.crash != number) continue;
        const auto lost = [this, fault] { lose_host(fault.host); };
        if (fault.how == host_fault::kind::while_down) env_.after(env_.random.below(down_for), lost);
        if (fault.how == host_fault::kind::silent)
            env_.after(down_for + env_.random.log_uniform(50 * millisecond), lost);
        if (fault.how == host_fault::kind::late) late_[fault.host] = too_late + down_for;
    }
}

void simulation::lose_host(std::uint32_t number) {
    if (!host(number).is_alive()) return;
    kept_.ended_watchers.insert(number);
    host(number).die();
}

// ---- connections

void simulation::reach_later(std::uint32_t host, nanoseconds delay) {
    env_.after(delay, [this, host] { reach(host); });
}

void simulation::reach(std::uint32_t number) {
    auto& seeker = host(number);
    if (!seeker.is_alive()) return;
    if (!coordinator_) return reach_later(number, millisecond + env_.delay());
    if (!coordinator_->expects(number)) return lose_host(number);  // the host is told to end
    auto* to = coordinator_.get();
    const auto up = std::make_shared<lane<wire::FromHost>>(
        env_, [to, number](const wire::FromHost& message) { to->take(number, message); },
        [to, number] { to->host_ended(number); });
    const auto down = std::make_shared<lane<wire::ToHost>>(
        env_, [&seeker](const wire::ToHost& message) { seeker.take(message); },
        [&seeker] { seeker.connection_ended(); });
    to->host_connected(number, down, up);
    seeker.connected(up);
}

void simulation::reach_by_command() {
    env_.after(env_.delay(), [this] {
        if (!command_.lives()) return;
        if (!coordinator_ || !coordinator_->is_serving())
            return env_.after(millisecond, [this] { reach_by_command(); });
        auto* to = coordinator_.get();
        const auto up = std::make_shared<lane<wire::FromClient>>(
            env_, [to](const wire::FromClient& message) { to->take(message); }, [to] { to->command_ended(); });
        const auto down = std::make_shared<lane<wire::ToClient>>(
            env_, [this](const wire::ToClient& message) { command_.take(message); },
            [this] { command_.connection_ended(); });
        to->command_connected(down, up);
        command_.connected(up);
    });
}

// ---- time

void simulation::plan_events() {
    start_coordinator();
    for (const auto& each : hosts_)
        reach_later(each->number(), env_.delay());
    reach_by_command();
    for (const auto& fault : env_.plan.faults)
        if (fault.how == host_fault::kind::at_a_time) env_.after(fault.at, [this, fault] { lose_host(fault.host); });
    for (const auto& signal : env_.plan.signals)
        env_.after(signal.at, [this, signal] { command_.signal(signal.number); });
    if (env_.plan.command_dies) env_.after(*env_.plan.command_dies, [this] { command_.die(); });
    tick();
}

// The timers of a run belong to Asio. Time must not skip them, so it advances in ticks. The ticks grow while nothing
// else happens.
void simulation::tick() {
    const bool is_idle = env_.clock.steps() <= steps_at_tick_ + 2;
    tick_ = is_idle ? std::min(tick_ * 3 / 2, longest_tick) : shortest_tick;
    steps_at_tick_ = env_.clock.steps();
    if (coordinator_) coordinator_->look();
    env_.after(tick_, [this] { tick(); });
}

bool simulation::is_over() const {
    const auto is_done = [](const auto& each) {
        return !each->is_alive() || (each->is_connected() && each->is_clear());
    };
    return !command_.lives() && coordinator_ && coordinator_->is_serving() && !coordinator_->has_runs() &&
           std::ranges::all_of(hosts_, is_done);
}

void simulation::run() {
    plan_events();
    while (!is_over()) {
        env_.clock.step();
        kept_.command_lives = command_.lives();
        if (env_.clock.now() > longest || env_.clock.steps() > most_steps)
            throw violation(fmt::format("the scenario does not end{}{}{}",
                                        command_.lives() ? "; the command waits" : "",
                                        coordinator_ && coordinator_->has_runs() ? "; the coordinator has a run" : "",
                                        env_.book.whereabouts()));
    }
    env_.book.check_end();
}

}  // namespace banyan::daemon::simulation
