// Values for the fields of messages, taken from the input of a fuzzer: usual values, and those at the limits of their
// ranges.
#pragma once

#include <cstdint>
#include <iterator>
#include <limits>
#include <string>

#include "tests/fuzz/input.hpp"

namespace banyan::testing {

class values {
  public:
    explicit values(input& in) : in_(&in) {}

    [[nodiscard]] bool empty() const { return in_->empty(); }
    unsigned pick(unsigned count) { return in_->number() % count; }
    bool flag() { return pick(2) == 1; }

    std::int32_t number() {
        constexpr std::int32_t odd[] = {-1, std::numeric_limits<std::int32_t>::min(),
                                        std::numeric_limits<std::int32_t>::max(), 300, -2};
        const unsigned n = in_->number();
        return n < 128 ? static_cast<std::int32_t>(n % 64) : odd[n % std::size(odd)];
    }
    std::int64_t wide_number() {
        constexpr std::int64_t odd[] = {-1,
                                        std::numeric_limits<std::int64_t>::min(),
                                        std::numeric_limits<std::int64_t>::max(),
                                        1000,
                                        std::int64_t{1} << 32,
                                        std::numeric_limits<std::int64_t>::max() / 1'000'000};
        const unsigned n = in_->number();
        return n < 128 ? static_cast<std::int64_t>(n) : odd[n % std::size(odd)];
    }
    double real() {
        constexpr double odd[] = {-1.0, 0.0, std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::max()};
        const unsigned n = in_->number();
        return n < 128 ? n / 16.0 : odd[n % std::size(odd)];
    }
    /// A task id as the coordinator assigns them, or any number.
    std::uint32_t task() {
        const unsigned n = in_->number();
        if (n >= 240) return static_cast<std::uint32_t>(wide_number());
        return (1 + n % 2) << 18 | (1 + n / 2 % 8);
    }
    std::int32_t wait_status() {
        const unsigned low = in_->number();
        return static_cast<std::int32_t>(low | in_->number() << 8);
    }
    std::string text() {
        const std::string odd[] = {"",
                                   std::string(1, '\0'),
                                   "\xff\xfe",
                                   "=",
                                   "127.0.0.1",
                                   "192.0.2.1,::1",
                                   "/nonexistent/program",
                                   std::string(3000, 'z')};
        const unsigned n = in_->number();
        if (n == 255) return std::string(300'000, 'z');  // a few of them are too long for a frame
        if (n >= 128) return odd[n % std::size(odd)];
        return bytes(n % 8);
    }
    std::string bytes(std::size_t most) {
        const auto taken = in_->take(most);
        return {reinterpret_cast<const char*>(taken.data()), taken.size()};
    }

  private:
    input* in_;
};

}  // namespace banyan::testing
