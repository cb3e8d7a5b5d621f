#include "banyan/net/persistent_collectives.hpp"

#include <utility>

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
          memory_(plan_, arguments_) {}

    void operator()(deadline until) { carry_out(g_, plan_, arguments_, memory_, until); }

  private:
    const group g_;
    const detail::collective_arguments arguments_;
    const std::shared_ptr<const void> kept_;
    const collective_plan plan_;
    run_memory memory_;
};

}  // namespace

struct persistent_collective::prepared {
    const group g;
    const std::function<void(deadline)> run;
    deadline until{};  // of the run that was started last
};

persistent_collective::persistent_collective(const group& g, const detail::collective_arguments& arguments,
                                             const collective_options& how, std::shared_ptr<const void> kept)
    : persistent_collective(g, [planned = std::make_shared<planned_run>(g, arguments, how, std::move(kept))](
                                   deadline until) { (*planned)(until); }) {}
persistent_collective::persistent_collective(const group& g, std::function<void(deadline)> run)
    : prepared_(std::make_unique<prepared>(prepared{g, std::move(run)})) {}
persistent_collective::persistent_collective(persistent_collective&& other) noexcept
    : prepared_(std::move(other.prepared_)),
      started_(std::move(other.started_)),
      running_(std::exchange(other.running_, false)) {}
persistent_collective& persistent_collective::operator=(persistent_collective&& other) noexcept {
    if (this == &other) return *this;
    started_ = std::move(other.started_);  // waits for a run of this object, which uses its schedule
    running_ = std::exchange(other.running_, false);
    prepared_ = std::move(other.prepared_);
    return *this;
}
persistent_collective::~persistent_collective() = default;

void persistent_collective::run(deadline until) {
    prepared_->run(until);
}

void persistent_collective::start(deadline until) {
    if (running_)
        throw error(errc::invalid_argument,
                    "start: the last run of this persistent collective has not been waited for");
    prepared_->until = until;
    if (started_.valid())
        started_.start_again();
    else
        started_ = start_collective(prepared_->g, [what = prepared_.get()](const group&) { what->run(what->until); });
    running_ = true;
}

void persistent_collective::wait(deadline until) {
    if (!started_.valid()) return;
    try {
        started_.wait(until);
    } catch (...) {
        running_ = !started_.test();  // a run that has failed is done, and each call reports its error
        throw;
    }
    running_ = false;
}

bool persistent_collective::test() const {
    return !running_ || started_.test();
}

int persistent_collective::descriptor() {
    if (!started_.valid())
        throw error(errc::invalid_argument, "descriptor: this persistent collective has not been started; call start");
    return started_.descriptor();
}

}  // namespace banyan::net
