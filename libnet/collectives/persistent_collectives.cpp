#include "banyan/net/persistent_collectives.hpp"

#include "libnet/collectives/collective_plan.hpp"

namespace banyan::net {

struct persistent_collective::prepared {
    prepared(const group& same, const detail::collective_arguments& given, const collective_options& how,
             std::shared_ptr<const void> kept)
        : g(same),
          arguments(given),
          operation(std::move(kept)),
          plan(plan_collective(g, arguments, how)),
          space(scratch_for(plan, arguments)) {}

    void run(deadline until) const { carry_out(g, plan, arguments, space.bytes(), until); }

    const group g;
    const detail::collective_arguments arguments;
    const std::shared_ptr<const void> operation;
    const collective_plan plan;
    const scratch space;
};

persistent_collective::persistent_collective(const group& g, const detail::collective_arguments& arguments,
                                             const collective_options& how, std::shared_ptr<const void> operation)
    : prepared_(std::make_unique<prepared>(g, arguments, how, std::move(operation))) {}
persistent_collective::persistent_collective(persistent_collective&&) noexcept = default;
persistent_collective& persistent_collective::operator=(persistent_collective&& other) noexcept {
    if (this == &other) return *this;
    running_ = std::move(other.running_);  // waits for a run of this object, which uses its schedule
    prepared_ = std::move(other.prepared_);
    return *this;
}
persistent_collective::~persistent_collective() = default;

void persistent_collective::run(deadline until) {
    prepared_->run(until);
}

void persistent_collective::start(deadline until) {
    if (running_.valid())
        throw error(errc::invalid_argument,
                    "start: the last run of this persistent collective has not been waited for");
    running_ = start_collective(prepared_->g, [what = prepared_.get(), until](const group&) { what->run(until); });
}

void persistent_collective::wait(deadline until) {
    if (!running_.valid()) return;
    running_.wait(until);
    running_ = {};
}

bool persistent_collective::test() const {
    return running_.test();
}

}  // namespace banyan::net
