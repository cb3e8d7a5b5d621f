// The descriptors that a coordinator inherits from its keeper, and the messages that it sends to the keeper.
#pragma once

namespace banyan::daemon {

/// Descriptors of `banyand coordinator ID RESTARTS LISTENERS`. RESTARTS is the number of coordinators that have ended
/// before. Standard input is a pipe from the command that started the virtual machine.
enum inherited_descriptor : int {
    keeper_socket = 3,  ///< SOCK_SEQPACKET: each packet is one keeper_message
    kept_state_memory,  ///< a memfd (daemon/common/kept_state.hpp)
    folder_lock,     ///< the virtual machine's folder, with the shared lock (daemon/common/virtual_machine_folder.hpp)
    hosts_listener,  ///< for host daemons of this computer
    commands_listener,   ///< for commands
    first_tcp_listener,  ///< the first of LISTENERS descriptors, for host daemons of other computers
};

/// One byte, from the coordinator to the keeper.
enum class keeper_message : char {
    serving = 's',   ///< commands are accepted from now on
    listener = 'l',  ///< carries a duplicate of a TCP listener for the next coordinator
    ending = 'g',    ///< the virtual machine ends: close all listeners and start no further coordinator
};

}  // namespace banyan::daemon
