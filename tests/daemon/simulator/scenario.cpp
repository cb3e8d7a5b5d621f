#include "scenario.hpp"

#include <algorithm>
#include <csignal>

#include "daemon/client/standard_input.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon::simulation {
namespace {

using act = step::act;

constexpr std::uint32_t most_hosts = 4;
constexpr std::size_t most_tasks = 6;
constexpr std::size_t most_input_bytes = 300'000;
constexpr std::size_t most_window_bytes = standard_input::most_under_way_bytes;

scenario::mood some_mood(dice& random) {
    constexpr scenario::mood moods[] = {
        scenario::mood::well,        scenario::mood::well,        scenario::mood::well, scenario::mood::one_fails,
        scenario::mood::one_fails,   scenario::mood::interrupted, scenario::mood::wild, scenario::mood::wild,
        scenario::mood::interrupted, scenario::mood::time_limit};
    return moods[random.below(std::size(moods))];
}

// Makes a program fail. It must not wait for losses, because others may wait for its failure.
void make_fail(program& p, dice& random) {
    std::erase_if(p.steps, [](const step& s) { return s.what == act::await_losses; });
    switch (random.below(5)) {
        case 0:
            p.not_started_status = random.one_in(2) ? 127 : 126;
            break;
        case 1:
            p.signal = SIGSEGV;
            break;
        case 2:
            p.signal = SIGABRT;
            p.has_exception = random.one_in(2);
            break;
        default:
            p.exit_status = static_cast<int>(random.between(1, 100));
    }
    if (p.has(act::attach) && random.one_in(2))
        std::erase_if(p.steps, [](const step& s) { return s.what == act::leave; });
}

// Most crashes come right after a message of a certain kind. Then the messages that it causes are in transit.
crash some_crash(dice& random) {
    using up = wire::FromHost;
    using in = wire::FromClient;
    constexpr int kinds[] = {up::kStarted,
                             up::kNotStarted,
                             up::kOutput,
                             up::kDied,
                             up::kEnded,
                             up::kInputTaken,
                             up::kPublished,
                             up::kLeft,
                             up::kGaveUp,
                             up::kEndOfKnown,
                             crash::of_command + in::kStartRun,
                             crash::of_command + in::kInput,
                             crash::of_command + in::kOutputTaken,
                             crash::of_command + in::kSignal,
                             crash::of_command + in::kResultTaken};
    crash c{.down_for = random.log_uniform(200 * millisecond)};
    switch (random.below(4)) {
        case 0:
            c.after = random.log_uniform(3 * second);
            break;
        case 1:
            c.after_messages = random.log_uniform(200);
            break;
        default:
            c.after_messages = random.between(1, 3);
            c.kind = kinds[random.below(std::size(kinds))];
    }
    return c;
}

void before_leave(program& p, const step& s) {
    const auto leave = std::ranges::find(p.steps, act::leave, &step::what);
    p.steps.insert(leave, s);
}

}  // namespace

bool program::has(act what) const {
    return std::ranges::find(steps, what, &step::what) != steps.end();
}

bool program::is_well() const {
    return not_started_status == 0 && exit_status == 0 && signal == 0 && has(act::attach) == has(act::leave);
}

scenario scenario::from(dice& random) {
    scenario s;
    s.how = some_mood(random);
    s.hosts = static_cast<std::uint32_t>(random.between(1, most_hosts));
    s.most_latency = random.log_uniform(50 * millisecond);
    s.most_pause = random.log_uniform(500 * millisecond);
    s.pipe_bytes = random.one_in(2) ? 64 * 1024 : random.log_uniform(64 * 1024);
    s.wants_input = !random.one_in(3);
    const std::size_t loud = random.one_in(4) ? 1'000'000 : 50'000;  // the credit of the command is 128 KiB
    s.most_printed_bytes = std::min(loud, 1000 * s.pipe_bytes);
    if (s.wants_input && !random.one_in(8)) s.input_bytes = random.log_uniform(most_input_bytes);
    const auto tasks = random.between(1, most_tasks);
    const auto used_hosts = random.between(1, s.hosts);
    const auto first = random.below(s.hosts);
    for (std::size_t i = 0; i < tasks; ++i)
        s.places.push_back(static_cast<std::uint32_t>(1 + (first + i % used_hosts) % s.hosts));
    s.programs.resize(tasks);
    s.choose_programs(random);
    s.choose_give_up(random);
    s.choose_ends(random);
    s.choose_faults(random);
    s.input_window_bytes = random.one_in(3) ? most_window_bytes : random.log_uniform(most_window_bytes);
    return s;
}

step scenario::print(dice& random) const {
    return {act::print, random.log_uniform(most_printed_bytes), random.one_in(3)};
}

step scenario::some_step(dice& random, bool reads) const {
    if (reads && random.one_in(2)) return {act::read, random.log_uniform(most_input_bytes)};
    if (random.one_in(2)) return {act::pause, random.log_uniform(most_pause)};
    return print(random);
}

void scenario::choose_programs(dice& random) {
    const auto attaching = random.below(4);  // 0: no task; 1: some tasks; otherwise all tasks
    for (std::size_t rank = 0; rank < programs.size(); ++rank) {
        auto& p = programs[rank];
        const bool reads = rank == 0 && wants_input;
        p.policy = static_cast<on_request>(random.below(3));
        p.end_pause = random.log_uniform(400 * millisecond);
        p.answers_reports = !random.one_in(4);
        for (auto n = random.below(3); n > 0; --n)
            p.steps.push_back(some_step(random, reads));
        const bool attaches = attaching > 1 || (attaching == 1 && random.one_in(2));
        if (attaches) p.steps.push_back({act::attach});
        for (auto n = random.below(5); n > 0; --n)
            p.steps.push_back(some_step(random, reads));
        if (reads && !random.one_in(4)) p.steps.push_back({act::read_all});
        if (attaches) p.steps.push_back({act::leave});
        for (auto n = random.below(3); n > 0; --n)
            p.steps.push_back(some_step(random, reads));
    }
}

// One task may give up another. One task may outlive the others, so that it is told of all their losses.
void scenario::choose_give_up(dice& random) {
    const auto all_attach = std::ranges::all_of(programs, [](const program& p) { return p.has(act::attach); });
    if (!all_attach || programs.size() < 2) return;
    const auto a = random.below(programs.size());
    const auto b = (a + random.between(1, programs.size() - 1)) % programs.size();
    if (random.one_in(2)) {
        before_leave(programs[a], {act::give_up, b});
        before_leave(programs[b], {act::await_give_up, a});
    }
    if (!random.one_in(2)) return;
    before_leave(programs[b], {act::await_losses});
    programs[b].policy = on_request::ignores;
}

void scenario::choose_ends(dice& random) {
    switch (random.below(4)) {
        case 0:
            grace = random.log_uniform(3 * second);
            break;
        case 1:
            grace = 60 * second;
            break;
        default:
            break;
    }
    if (how == mood::time_limit || (how == mood::wild && random.one_in(2))) time_limit = random.log_uniform(4 * second);
    if (how == mood::one_fails) make_fail(programs[random.below(programs.size())], random);
    if (how == mood::wild)
        for (auto& p : programs)
            if (random.one_in(3)) make_fail(p, random);
    if (how == mood::interrupted || (how == mood::wild && random.one_in(4))) {
        constexpr int asking[] = {SIGINT, SIGTERM, SIGHUP};
        signals.push_back({random.log_uniform(3 * second), asking[random.below(3)]});
        if (random.one_in(4)) signals.push_back({signals.front().at + random.log_uniform(2 * second), SIGKILL});
    }
    if (random.one_in(8)) signals.push_back({random.log_uniform(second), SIGUSR1});
    if (random.one_in(10)) command_dies = random.log_uniform(4 * second);
    // A task that waits for the table cannot fail while a task that never attaches is alive.
    const auto attaches = [](const program& p) { return p.has(act::attach); };
    const bool mixed = std::ranges::any_of(programs, attaches) && !std::ranges::all_of(programs, attaches);
    const bool fails = how == mood::one_fails && !mixed;
    const bool is_ended = how == mood::interrupted || time_limit || command_dies || fails;
    for (auto& p : programs)
        if (is_ended && p.is_well() && random.one_in(3)) {
            const step hang{act::hang};
            p.has(act::leave) ? before_leave(p, hang) : p.steps.push_back(hang);
        }
}

void scenario::choose_faults(dice& random) {
    for (auto n = random.below(5); n > 0; --n)
        crashes.push_back(some_crash(random));
    if (!signals.empty() && !crashes.empty() && random.one_in(2)) {
        auto& c = crashes[random.below(crashes.size())];
        c.after_messages = random.between(1, signals.size());
        c.kind = crash::of_command + wire::FromClient::kSignal;
    }
    if (hosts < 2 || !random.one_in(4)) return;
    for (auto n = random.between(1, hosts - 1); n > 0; --n) {  // the first host is never lost
        const auto how_lost =
            crashes.empty() ? host_fault::kind::at_a_time : static_cast<host_fault::kind>(random.below(4));
        faults.push_back({static_cast<std::uint32_t>(random.between(2, hosts)), how_lost,
                          random.log_uniform(3 * second), crashes.empty() ? 0 : random.below(crashes.size())});
    }
}

}  // namespace banyan::daemon::simulation
