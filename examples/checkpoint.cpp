// A heat simulation that continues after a task or a host has died: rank 0 keeps the plate in a file for the next run.
// In the first run a task dies in iteration 70. The second one has fewer tasks and continues from iteration 60.
// Run:     banyan run -n 4 -- checkpoint plate.state 70; banyan run -n 3 -- checkpoint plate.state
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "banyan/grid.hpp"
#include "banyan/net.hpp"
#include "banyan/part.hpp"

using namespace banyan;
using field = grid::distributed_array<double>;

// The new file replaces the old one when it is complete, so there is a complete file at any time.
void keep(const std::string& path, double iteration, const field& plate) {
    auto all = plate.gather();  // empty except on rank 0
    if (all.empty()) return;
    all.push_back(iteration);
    std::ofstream file(path + ".new", std::ios::binary);
    file.write(reinterpret_cast<const char*>(all.data()), static_cast<std::streamsize>(all.size() * sizeof(double)));
    if (!file.flush() || std::rename((path + ".new").c_str(), path.c_str()) != 0)
        throw std::runtime_error("cannot write " + path);
}

// The iteration from which to continue. Without a file it is 0, and the plate is hot in the middle.
int restore(const std::string& path, const net::group& world, field& plate) {
    std::vector<double> all(64 * 64 + 1);
    std::ifstream file(path, std::ios::binary);
    if (world.rank().value != 0 || !std::filesystem::exists(path))
        all[32 * 64 + 32] = 1000;
    else if (!file.read(reinterpret_cast<char*>(all.data()), static_cast<std::streamsize>(all.size() * sizeof(double))))
        throw std::runtime_error("cannot read " + path);
    plate.scatter(std::span(all).first(64 * 64));  // those of rank 0
    net::broadcast(world, all.back());
    return static_cast<int>(all.back());
}

int main(int argc, char** argv) {
    const std::string path = argc > 1 ? argv[1] : "plate.state";
    net::session session;
    const net::group& world = session.world();
    const part::grid whole(64, 64, part::periodic::none);
    const auto parts = part::make_partition("columns", whole, part::speeds(session.speeds().values));
    field now(world, parts, part::stencil::named("5")), next(world, parts, part::stencil::named("5"));
    const int first = restore(path, world, now);
    for (int iteration = first; iteration < 100; ++iteration, std::swap(now, next)) {
        if (iteration % 20 == 0) keep(path, iteration, now);
        if (argc > 2 && iteration == std::stoi(argv[2]) && world.rank().value == world.size() - 1) std::raise(SIGKILL);
        now.exchange();
        for (const auto& [row, col, rows, cols] : now.layout().owned())
            for (auto r = row; r < row + rows; ++r)
                for (auto c = col; c < col + cols; ++c)
                    next(r, c) = now(r, c) / 2 + (now(r - 1, c) + now(r + 1, c) + now(r, c - 1) + now(r, c + 1)) / 8;
    }
    const auto all = now.gather();
    if (!all.empty()) std::printf("iterations %d to 99: %.4f in the middle\n", first, all[32 * 64 + 32]);
}
