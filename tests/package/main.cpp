// Uses all installed libraries: a grid divided among unequal processors, held by ranks that talk over TCP, each
// filling its cells with its rank and reading its neighbours' through the halo.
// The advisor can measure the program.
#include <iostream>
#include <memory>

#include "banyan/advisor/probe.hpp"
#include "banyan/grid.hpp"
#include "banyan/net.hpp"
#include "banyan/part.hpp"

using namespace banyan;

struct adding_kernel : advisor::kernel {
    void prepare(const advisor::shape& cells) override { values.assign(static_cast<std::size_t>(cells.cells()), 1.0); }
    void sweep() override {
        for (double& value : values)
            value = value / 2 + 1;
    }
    std::vector<double> values;
};

int main(int argc, char** argv) {
    adding_kernel kernel;
    if (const auto status = advisor::serve_probe(argc, argv, kernel)) return *status;
    const part::partition parts = part::make_partition("brbd", part::grid(8, 9), part::speeds{3, 2, 1});
    bool right = true;
    net::run_threads(
        3,
        [&](net::group& world) {
            const int me = world.rank().value;
            auto layout = std::make_shared<grid::halo_layout>(parts, me, part::stencil::named("5"));
            grid::distributed_array<int> cells(world, layout, me);
            cells.exchange();
            const std::vector<int> all = cells.gather();
            for (std::size_t i = 0; i < all.size(); ++i)
                right = right && all[i] == parts.owner(static_cast<int>(i) / 9, static_cast<int>(i) % 9);
        },
        net::transport_kind::tcp);
    std::cout << "banyan " << net::version_string << ": " << (right ? "right" : "wrong") << "\n";
    return right ? 0 : 1;
}
