// Waiting for several requests, one after the other, so that all of them end.
#pragma once

#include <optional>
#include <span>

#include "banyan/net/mailbox.hpp"

namespace banyan::net::detail {

/// Calls wait(request&) for each valid request; throws the first error after all have ended, or errc::timeout at once.
template <class Wait>
void wait_each(std::span<request> requests, Wait wait) {
    std::optional<error> first;
    for (request& r : requests) {
        if (!r.valid()) continue;
        try {
            wait(r);
        } catch (const error& failed) {
            if (failed.which() == errc::timeout) throw;
            if (!first) first = failed;
        }
    }
    if (first) throw error(*first);
}

}  // namespace banyan::net::detail
