// Messages of one byte over a Unix-domain socket of type SOCK_SEQPACKET, each with a descriptor or none.
#pragma once

#include <optional>

namespace banyan::daemon {

struct byte_message {
    char byte = 0;
    int descriptor = -1;  ///< for the receiver to close
};

/// Sends a duplicate of the descriptor with the byte; -1 for none. Does not wait: false if there is no room, or the
/// other end is closed.
bool send_byte(int socket, char byte, int descriptor = -1);

/// The next message, if one is there. Does not wait.
std::optional<byte_message> receive_byte(int socket);

}  // namespace banyan::daemon
