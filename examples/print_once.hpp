// One line from a whole run, before one of its tasks ends.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "banyan/net/collectives.hpp"
#include "banyan/net/error.hpp"
#include "banyan/net/group.hpp"

namespace examples {

/// Rank 0 prints `text`; all ranks return after that. When a task ends with a status above 0, the other tasks of its
/// run are ended, so without waiting the text could be lost. Collective; blocks at most 10 s. Errors of the group are
/// ignored, because the program ends anyway.
inline void print_once(const banyan::net::group& world, std::FILE* stream, const std::string& text) {
    if (world.rank().value == 0) {
        std::fputs(text.c_str(), stream);
        std::fflush(stream);
    }
    try {
        banyan::net::barrier(world, std::chrono::seconds(10));
    } catch (const banyan::net::error&) {
    }
}

}  // namespace examples
