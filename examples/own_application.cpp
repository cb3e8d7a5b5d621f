// Your own program and the advisor: the advisor measures its inner loop, and the program uses the advised partition.
// Run:     banyan run -n 4 -- own_application
// Advice:  banyan advise --app own_application --rows 240 --cols 320 -n 4 --out advice.json
//          banyan run -n 4 -- own_application advice.json
#include <cstdio>
#include <fstream>
#include <iterator>
#include <utility>

#include "banyan/advisor/probe.hpp"
#include "banyan/grid.hpp"
#include "banyan/net.hpp"
#include "banyan/part.hpp"

using namespace banyan;

// The inner loop over rows x cols cells. A row is `stride` items after the one before.
void smooth(const double* from, double* to, std::int64_t rows, std::int64_t cols, std::int64_t stride) {
    for (std::int64_t r = 0; r < rows; ++r, from += stride, to += stride)
        for (std::int64_t c = 0; c < cols; ++c)
            to[c] = from[c] / 2 + (from[c - stride] + from[c + stride] + from[c - 1] + from[c + 1]) / 8;
}

struct measured_loop : advisor::kernel {
    void prepare(const advisor::shape& cells) override {
        size = cells;
        now = next = std::vector<double>(static_cast<std::size_t>((cells.rows + 2) * (cells.cols + 2)), 1.0);
    }
    void sweep() override {  // the first cell is after the halo: a row of cols + 2 items, and one item
        smooth(now.data() + size.cols + 3, next.data() + size.cols + 3, size.rows, size.cols, size.cols + 2);
        std::swap(now, next);
    }
    advisor::shape size;
    std::vector<double> now, next;
};

int main(int argc, char** argv) {
    measured_loop loop;
    if (const auto status = advisor::serve_probe(argc, argv, loop)) return *status;
    net::session session;
    std::ifstream file(argc > 1 ? argv[1] : "");  // of banyan advise --out, on every host
    const std::string advice(std::istreambuf_iterator<char>(file), {});
    const auto parts = argc > 1 ? part::partition_from_json(advice)
                                : part::make_partition("row", {240, 320}, part::speeds(session.speeds().values));

    grid::distributed_array<double> now(session.world(), parts, part::stencil::named("5"));
    grid::distributed_array<double> next(session.world(), parts, part::stencil::named("5"));
    for (const auto& cells : now.layout().owned())
        if (cells.contains(120, 160)) now(120, 160) = 1000;
    for (int iteration = 0; iteration < 100; ++iteration) {
        now.exchange();
        for (const auto& [row, col, rows, cols] : now.layout().owned())
            smooth(&now(row, col), &next(row, col), rows, cols, now.layout().stride());
        std::swap(now, next);
    }
    const auto all = now.gather();  // empty except on rank 0
    if (!all.empty())
        std::printf("in the middle %.6f, ten rows below %.6f\n", all[120 * 320 + 160], all[130 * 320 + 160]);
}
