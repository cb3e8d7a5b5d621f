// The probe of thermal: measures for the advisor how fast each processor computes thermal's sweep.
//
//   banyan advise --app thermal --rows 1024 --cols 1024      starts this program on the virtual machine
#include <utility>

#include "advisor/probe/measure.hpp"
#include "banyan/grid/distributed_array.hpp"
#include "examples/thermal/kernel.hpp"

namespace {

namespace advisor = banyan::advisor;

// A rectangle of cells with its halo; as in the solver, each sweep reads one array and writes the other.
class thermal_kernel : public advisor::kernel {
  public:
    explicit thermal_kernel(thermal::variant work) : work_(work) {}

    void prepare(const advisor::shape& cells) override {
        size_ = {cells.rows, cells.cols, cells.cols + 2};
        const auto items = static_cast<std::size_t>((cells.rows + 2) * size_.stride);
        now_ = banyan::grid::halo_storage<double>(items, warm);
        next_ = banyan::grid::halo_storage<double>(items, warm);
    }

    void sweep() override {
        const std::int64_t first_cell = size_.stride + 1;
        thermal::sweep(work_, now_.data() + first_cell, next_.data() + first_cell, size_);
        std::swap(now_, next_);
    }

  private:
    static constexpr double warm = 50;  // far from denormal numbers, which are slow

    thermal::variant work_;
    thermal::sweep_size size_{};
    banyan::grid::halo_storage<double> now_;  // as in the solver, because the kind of pages changes the speed
    banyan::grid::halo_storage<double> next_;
};

std::unique_ptr<advisor::kernel> make_kernel(int flops) {
    if (flops == 10) return std::make_unique<thermal_kernel>(thermal::variant::flops_10);
    if (flops == 50) return std::make_unique<thermal_kernel>(thermal::variant::flops_50);
    throw banyan::net::error(banyan::net::errc::invalid_argument,
                             "--flops: " + std::to_string(flops) + ", allowed: 10 and 50");
}

}  // namespace

int main(int argc, char** argv) {
    return advisor::probe_main(argc, argv, make_kernel);
}
