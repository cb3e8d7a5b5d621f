// simulate_succession: runs of a virtual machine whose coordinator dies and is restarted, in virtual time
// (docs/testing.md).
//
//   simulate_succession                  seeds 1 .. 300
//   simulate_succession --seeds 10000    seeds 1 .. 10000
//   simulate_succession --first 5000     seeds 5000 .. 5299
//   simulate_succession --seed 77        only this scenario; prints every event, and repeats a failure exactly
//
// Exit status: 0 if no violation is found; 1 with the seed and the violation; 2 for a wrong option.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>

#include "simulation.hpp"

namespace {

using banyan::daemon::simulation::simulation;

bool run(std::uint64_t seed, bool tell) {
    simulation one(seed);
    if (tell) one.tell();
    try {
        one.run();
    } catch (const std::exception& broken) {
        fmt::print(
            "simulate_succession: seed {} ({} tasks, {} hosts, {} crashes) after {} ns: {}\n"
            "replay it alone with: simulate_succession --seed {}\n",
            seed, one.world().plan.size(), one.world().plan.hosts, one.crashes(), one.world().clock.now(),
            broken.what(), seed);
        return false;
    }
    if (tell)
        fmt::print("seed {}: {} tasks, {} hosts, {} crashes, {} events, {} ns of virtual time\n", seed,
                   one.world().plan.size(), one.world().plan.hosts, one.crashes(), one.world().clock.steps(),
                   one.world().clock.now());
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Runs scenarios in which the coordinator of a virtual machine dies and is restarted."};
    std::uint64_t first = 1, seeds = 300;
    std::optional<std::uint64_t> alone;
    bool all = false;
    app.add_option("--first", first, "first seed");
    app.add_option("--seeds", seeds, "how many seeds");
    app.add_option("--seed", alone, "this seed alone");
    app.add_flag("--all", all, "continues after a failure");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& wrong) {
        return app.exit(wrong) == 0 ? 0 : 2;
    }
    if (alone) return run(*alone, true) ? 0 : 1;
    std::uint64_t failed = 0;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        failed += run(seed, false) ? 0 : 1;
        if (failed > 0 && !all) return 1;
    }
    if (failed > 0) return fmt::print("simulate_succession: {} of {} seeds failed\n", failed, seeds), 1;
    fmt::print("simulate_succession: {} seeds from {}: all guarantees held\n", seeds, first);
}
