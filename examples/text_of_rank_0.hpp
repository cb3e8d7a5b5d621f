// Sends a text that rank 0 has read to all ranks.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "banyan/net/collectives.hpp"
#include "banyan/net/group.hpp"

namespace examples {

/// The text of rank 0; those of the other ranks are not read. Collective; blocks. Throws net::error.
inline std::string text_of_rank_0(const banyan::net::group& world, std::string text) {
    std::uint64_t length = text.size();
    banyan::net::broadcast(world, std::span(&length, 1));
    text.resize(length);
    banyan::net::broadcast(world, std::span(text));
    return text;
}

}  // namespace examples
