#include "banyan/net/persistent_collectives.hpp"

#include "libnet/collectives/collective_plan.hpp"

namespace banyan::net {
namespace {

// A planned collective with its memory.
class planned_run {
  public:
    planned_run(const group& same, const detail::collective_arguments& given, const collective_options& how,
                std::shared_ptr<const void> kept)
        : g_(same),
          arguments_(given),
          kept_(std::move(kept)),
          plan_(plan_collective(g_, arguments_, how)),
          space_(scratch_for(plan_, arguments_)) {}

    void operator()(deadline until) const { carry_out(g_, plan_, arguments_, space_.bytes(), until); }

  private:
    const group g_;
    const detail::collective_arguments arguments_;
    const std::shared_ptr<const void> kept_;
    const collective_plan plan_;
    const scratch space_;
};

}  // namespace

struct persistent_collective::prepared {
    const group g;
    const std::function<void(deadline)> run;
};

persistent_collective::persistent_collective(const group& g, const detail::collective_arguments& arguments,
                                             const collective_options& how, std::shared_ptr<const void> kept)
    : persistent_collective(g, [planned = std::make_shared<const planned_run>(g, arguments, how, std::move(kept))](
                                   deadline until) { (*planned)(until); }) {}
persistent_collective::persistent_collective(const group& g, std::function<void(deadline)> run)
    : prepared_(std::make_unique<prepared>(prepared{g, std::move(run)})) {}
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
