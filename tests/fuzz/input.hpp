// The input of a fuzzer. Bytes are taken from its front.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

namespace banyan::testing {

class input {
  public:
    input(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const std::byte*>(data), size) {}

    [[nodiscard]] bool empty() const { return rest_.empty(); }
    /// 0 if no bytes are left.
    unsigned number() { return empty() ? 0 : std::to_integer<unsigned>(take(1)[0]); }
    std::span<const std::byte> take(std::size_t most) {
        const auto taken = rest_.first(std::min(most, rest_.size()));
        rest_ = rest_.subspan(taken.size());
        return taken;
    }
    std::string text() {
        const auto all = take(rest_.size());
        return {reinterpret_cast<const char*>(all.data()), all.size()};
    }

  private:
    std::span<const std::byte> rest_;
};

/// Checks a property of the code under test. If it does not hold, prints the place and ends the process, as fuzzers
/// expect.
inline void demand(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (holds) return;
    std::fprintf(stderr, "%s:%d: does not hold\n", file, line);
    std::abort();
}

}  // namespace banyan::testing
