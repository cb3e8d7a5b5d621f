// The numbers that follow the body of a PVM message on a connection between tasks. They stand at the end, so that the
// memory of a received message is its body without a copy. The tag is that of the mailbox.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "libnet/pvm3/packed_message.hpp"

namespace banyan::pvm3 {

/// Five 32-bit numbers, little-endian: source (0 = the sender), context, wait id, encoding, and the task after whose
/// last message this one is received (0 = none).
using trailer_bytes = std::array<std::byte, 20>;

trailer_bytes encode_trailer(const packed_message& message, std::uint32_t after_last_of);

/// Takes the trailer from the end of the body and sets the other fields but the tag. Returns the task after whose last
/// message this one is received; nothing for a body that is too short.
std::optional<std::uint32_t> take_trailer(packed_message& message);

}  // namespace banyan::pvm3
