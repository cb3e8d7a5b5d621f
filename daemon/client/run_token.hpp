// The token of a run, by which a restarted coordinator identifies it.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "libnet/base/secret.hpp"

namespace banyan::daemon {

/// Random bytes. Throws net::error resource_limit.
inline std::string make_run_token() {
    constexpr std::size_t token_bytes = 16;
    std::array<std::byte, token_bytes> random;
    net::fill_random(random);
    return {reinterpret_cast<const char*>(random.data()), random.size()};
}

}  // namespace banyan::daemon
