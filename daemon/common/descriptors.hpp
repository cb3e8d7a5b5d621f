// Pipes, messages that pass a descriptor to another process, and the closing of inherited descriptors.
#pragma once

#include <array>
#include <optional>

namespace banyan::daemon {

/// The ends of a new pipe for reading and for writing, close-on-exec. The caller closes them. Throws net::error
/// resource_limit, naming the limit.
std::array<int, 2> make_pipe();

/// A message of one byte over a Unix-domain socket of type SOCK_SEQPACKET.
struct byte_message {
    char byte = 0;
    int descriptor = -1;  ///< the receiver closes it; -1 for none
};

/// Sends the byte and a duplicate of the descriptor (-1 for none). Does not wait: false if there is no room, or if the
/// other end is closed.
bool send_byte(int socket, char byte, int descriptor = -1);

/// The next message, if one has arrived. Does not wait.
std::optional<byte_message> receive_byte(int socket);

/// Closes all descriptors from this number on. A forked child may call it: it allocates no memory and takes no lock.
void close_descriptors_from(int first);

/// The same, but they are closed when this process executes a program.
void close_on_exec_from(int first);

}  // namespace banyan::daemon
