// Reuses objects that are made and released for each message.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

namespace banyan::net::detail {

/// Owns all its objects. `take` returns a default-constructed object, `give_back` resets it. A pointer stays valid
/// until the object is given back. Not thread-safe.
template <class T>
class object_pool {
  public:
    T& take() {
        if (free_.empty()) return make();
        slot& reused = *free_.back();
        free_.pop_back();
        reused.used = true;
        return reused;
    }

    /// Allocates no memory.
    void give_back(T& object) noexcept {
        auto& its_slot = static_cast<slot&>(object);
        object = T{};
        its_slot.used = false;
        free_.push_back(&its_slot);
    }

    /// Calls f(T&) for every object in use. f may give back that object and others.
    template <class F>
    void for_each(F f) {
        for (std::size_t i = 0; i < slots_.size(); ++i)
            if (slots_[i].used) f(static_cast<T&>(slots_[i]));
    }

  private:
    struct slot : T {
        bool used = true;
    };
    T& make() {
        if (free_.capacity() <= slots_.size()) free_.reserve(2 * slots_.size() + 1);
        return slots_.emplace_back();
    }

    std::deque<slot> slots_;
    std::vector<slot*> free_;
};

}  // namespace banyan::net::detail
