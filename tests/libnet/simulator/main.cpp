// simulate: runs the protocol in random scenarios in virtual time (docs/testing.md).
//
//   simulate                     seeds 1 .. 1000
//   simulate --seeds 100000      seeds 1 .. 100000
//   simulate --first 5000        seeds 5000 .. 5999
//   simulate --seed 77           only this scenario; prints every operation, and repeats a failure exactly
//
// Exit status: 0 if no violation is found; 1 with the seed and the violation; 2 for a wrong option.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>

#include "simulation.hpp"

namespace {

using namespace banyan::net::simulation;

bool run(std::uint64_t seed, bool tell) {
    simulation one(seed);
    if (tell) one.tell();
    try {
        one.run();
    } catch (const std::exception& broken) {
        fmt::print(
            "simulate: seed {} ({} tasks, {} faults) after {} ns: {}\nreplay it alone with: simulate --seed {}\n", seed,
            one.world().tasks, one.world().faults, one.clock().now(), broken.what(), seed);
        return false;
    }
    if (tell)
        fmt::print("seed {}: {} tasks, {} faults, {} messages sent, {} received, {} events, {} ns of virtual time\n",
                   seed, one.world().tasks, one.world().faults, one.book().messages(), one.book().delivered(),
                   one.clock().steps(), one.clock().now());
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Runs the protocol in random scenarios in virtual time."};
    std::uint64_t first = 1, seeds = 1000;
    std::optional<std::uint64_t> alone;
    app.add_option("--first", first, "first seed");
    app.add_option("--seeds", seeds, "how many seeds");
    app.add_option("--seed", alone, "this seed alone");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& wrong) {
        return app.exit(wrong) == 0 ? 0 : 2;
    }
    if (alone) return run(*alone, true) ? 0 : 1;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed)
        if (!run(seed, false)) return 1;
    fmt::print("simulate: {} seeds from {}: all guarantees held\n", seeds, first);
}
