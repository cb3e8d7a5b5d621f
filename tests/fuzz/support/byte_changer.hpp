// Changes bytes in transit between two sides, as a fuzzer chooses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "tests/fuzz/support/values.hpp"

namespace banyan::testing {

class byte_changer {
  public:
    /// Changes the bytes in one way, or leaves them. Takes from the input 1 byte for the way, 2 for the place, then
    /// details. Takes nothing if `bytes` is empty.
    void change(std::string& bytes, values& of) {
        if (bytes.empty()) return;
        const unsigned how = of.pick(8);
        if (how == 7 || of.empty()) return;
        const std::size_t where = (of.pick(256) << 8 | of.pick(256)) % bytes.size();
        const std::string before = bytes;
        if (how == 0) bytes[where] = static_cast<char>(bytes[where] ^ static_cast<char>(of.pick(256)));
        if (how == 1) bytes.insert(where, of.bytes(of.pick(40)));
        if (how == 2) bytes.erase(where, 1 + of.pick(256));
        if (how == 3) bytes = earlier_;  // repeats the previous bytes
        if (how == 4) bytes += bytes;
        if (how == 5) bytes = of.bytes(of.pick(256));
        if (how == 6) std::rotate(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(where), bytes.end());
        has_changed_ = has_changed_ || bytes != before;
        earlier_ = before;
    }
    /// True once a call has changed something.
    [[nodiscard]] bool has_changed() const { return has_changed_; }

  private:
    std::string earlier_;  // the bytes of the previous call
    bool has_changed_ = false;
};

}  // namespace banyan::testing
