// Lines for the user on standard error.
#pragma once

#include <cstdio>
#include <string_view>

namespace banyan::net {

/// Writes the text to stderr. Text that cannot be written is dropped: a closed stderr or a full disk does not change
/// what the program does. fmt::print throws then.
inline void print_to_standard_error(std::string_view text) noexcept {
    [[maybe_unused]] const auto written = std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace banyan::net
