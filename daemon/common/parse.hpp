// Reads a frame's body as a protobuf message.
#pragma once

#include <string>

#include "banyan/net/error.hpp"

namespace banyan::daemon {

/// Throws protocol_violation for a body that is no such message.
template <class Message>
Message parse(const std::string& body) {
    Message message;
    if (!message.ParseFromString(body))
        throw net::error(net::errc::protocol_violation, "a control message that cannot be read");
    return message;
}

}  // namespace banyan::daemon
