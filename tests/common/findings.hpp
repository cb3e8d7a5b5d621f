// What several threads of a test have found wrong.
#pragma once

#include <concepts>
#include <mutex>
#include <string>

namespace banyan::testing {

/// Catch2's assertions are not for several threads: the first finding is kept as text and asserted at the end.
class findings {
  public:
    void expect(bool right, const std::string& text) {
        expect(right, [&] { return text; });
    }
    /// For checks by the million: text() is called only when there is something to say.
    template <std::invocable Text>
    void expect(bool right, Text text) {
        if (right) return;
        const std::lock_guard guard(lock_);
        if (first_.empty()) first_ = text();
    }
    [[nodiscard]] std::string first() const {
        const std::lock_guard guard(lock_);
        return first_;
    }

  private:
    mutable std::mutex lock_;
    std::string first_;
};

}  // namespace banyan::testing
