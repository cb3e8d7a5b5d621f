// The network of a group, once it has been measured.
#pragma once

#include <atomic>
#include <memory>
#include <utility>

namespace banyan::net {
struct network_model;
}

namespace banyan::net::detail {

/// Set at most once, by the thread that carries out the group's collectives; a benchmark sets it before its group
/// sends. Any thread that sends or makes a group reads it.
class kept_network_model {
  public:
    /// nullptr: not measured yet. Lives as long as this object.
    [[nodiscard]] const network_model* get() const { return now_.load(std::memory_order_acquire); }
    void set(std::shared_ptr<const network_model> measured) {
        kept_ = std::move(measured);
        now_.store(kept_.get(), std::memory_order_release);
    }
    /// For the groups that are made from this one, also while a collective of it measures; nullptr as get().
    [[nodiscard]] std::shared_ptr<const network_model> shared() const { return get() ? kept_ : nullptr; }

  private:
    std::shared_ptr<const network_model> kept_;
    std::atomic<const network_model*> now_{nullptr};
};

}  // namespace banyan::net::detail
