#include "examples/thermal/measured_kernel.hpp"

#include <optional>
#include <string>
#include <utility>

#include "banyan/grid/distributed_array.hpp"
#include "banyan/net/error.hpp"
#include "examples/thermal/kernel.hpp"
#include "examples/thermal/solver.hpp"

namespace thermal {

namespace advisor = banyan::advisor;

namespace {

// A rectangle of cells with its halo; as in the solver, each sweep reads one array and writes the other.
class thermal_kernel : public advisor::kernel {
  public:
    explicit thermal_kernel(variant work) : work_(work) {}

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

    bool prepare_iterations(const banyan::net::group& world, const banyan::part::partition& parts) override {
        solver_.reset();  // first frees the memory of the last one
        solver_.emplace(world, parts, work_);
        return true;
    }

    void iterate() override { solver_->iterate(); }

  private:
    static constexpr double warm = 50;  // far from denormal numbers, which are slow

    variant work_;
    sweep_size size_{};
    banyan::grid::halo_storage<double> now_;  // as in the solver, because the kind of pages changes the speed
    banyan::grid::halo_storage<double> next_;
    std::optional<solver> solver_;
};

}  // namespace

std::unique_ptr<advisor::kernel> measured_kernel(int flops) {
    if (flops == 10) return std::make_unique<thermal_kernel>(variant::flops_10);
    if (flops == 50) return std::make_unique<thermal_kernel>(variant::flops_50);
    throw banyan::net::error(banyan::net::errc::invalid_argument,
                             "--flops: " + std::to_string(flops) + ", allowed: 10 and 50");
}

}  // namespace thermal
