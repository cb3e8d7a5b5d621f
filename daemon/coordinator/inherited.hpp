// What a coordinator inherits from its keeper, and what it tells it.
#pragma once

namespace banyan::daemon {

/// Descriptors of `banyand coordinator ID RESTARTS LISTENERS`. RESTARTS: how many times the keeper has started it
/// again. Standard input belongs to the command that started the virtual machine.
enum inherited_descriptor : int {
    keeper_socket = 3,  ///< SOCK_SEQPACKET: each packet is one keeper_message
    kept_state_memory,  ///< a memfd (daemon/common/kept_state.hpp)
    folder_lock,     ///< the virtual machine's folder, with the shared lock (daemon/common/virtual_machine_folder.hpp)
    hosts_listener,  ///< for host daemons of this computer
    commands_listener,   ///< for commands
    first_tcp_listener,  ///< this and the following ones, LISTENERS in all: for host daemons of other computers
};

/// One byte, from the coordinator to the keeper.
enum class keeper_message : char {
    serving = 's',   ///< commands are answered from now on
    listener = 'l',  ///< with a duplicate of a TCP listener to keep
    ending = 'g',    ///< the virtual machine ends: close all listeners, and do not start the coordinator again
};

}  // namespace banyan::daemon
