// Changes of bytes on the way between two sides, as a fuzzer chooses them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "tests/fuzz/support/values.hpp"

namespace banyan::testing {

class byte_changer {
  public:
    /// Changes the bytes in one way, or in none. Takes 1 byte of the input for the way, 2 for the place, then its
    /// details; nothing where there are no bytes.
    void change(std::string& bytes, values& of) {
        if (bytes.empty()) return;
        const unsigned how = of.pick(8);
        if (how == 7 || of.empty()) return;
        const std::size_t where = (of.pick(256) << 8 | of.pick(256)) % bytes.size();
        const std::string before = bytes;
        if (how == 0) bytes[where] = static_cast<char>(bytes[where] ^ static_cast<char>(of.pick(256)));
        if (how == 1) bytes.insert(where, of.bytes(of.pick(40)));
        if (how == 2) bytes.erase(where, 1 + of.pick(256));
        if (how == 3) bytes = earlier_;  // once more
        if (how == 4) bytes += bytes;
        if (how == 5) bytes = of.bytes(of.pick(256));
        if (how == 6) std::rotate(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(where), bytes.end());
        has_changed_ = has_changed_ || bytes != before;
        earlier_ = before;
    }
    /// True once a call has changed something.
    [[nodiscard]] bool has_changed() const { return has_changed_; }

  private:
    std::string earlier_;  // that was given before
    bool has_changed_ = false;
};

}  // namespace banyan::testing
