#include "banyan/net/group_request.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace banyan::net {

group_message_info detail::source_rank::of(const message_info& info) const {
    if (named) return {*named, info.tag, info.size_bytes};
    const auto found = std::find(members->begin(), members->end(), info.source);
    return {net::rank{static_cast<int>(found - members->begin())}, info.tag, info.size_bytes};
}

group_message_info group_claimed_message::receive(const regions& buffer, deadline until) {
    if (buffer.size_bytes() != info_.size_bytes)
        throw error(errc::invalid_argument,
                    fmt::format("the claimed message of rank {} has {} bytes, the buffer {}; they must be equal",
                                info_.source.value, info_.size_bytes, buffer.size_bytes()),
                    message_.info().source);
    message_.recv(buffer, until);
    return info_;
}

}  // namespace banyan::net
