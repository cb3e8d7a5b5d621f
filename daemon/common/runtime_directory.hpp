// The folders of running virtual machines: ${XDG_RUNTIME_DIR:-/tmp}/banyan-<uid>/<id>/, for this user alone.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace banyan::daemon {

/// The user's folder of virtual machines. Created with mode 0700 where it is missing. Throws net::error launch_failed
/// if it is not a folder of this user that nobody else may enter, or its path is too long for the sockets in it.
std::filesystem::path runtime_directory();

/// Creates (or checks, as above) one folder of mode 0700.
void make_private_directory(const std::filesystem::path& path);

/// Folder of one virtual machine, whether it exists or not. Throws invalid_argument for an id that is no plain name.
std::filesystem::path virtual_machine_directory(const std::string& id);

/// True for what may be the name of a virtual machine.
bool is_virtual_machine_id(const std::string& text);

inline constexpr const char* control_socket_name = "control.sock";
/// The coordinator's socket in it, for all commands. That of a public virtual machine appears when its hosts are up.
std::filesystem::path control_socket(const std::string& id);

/// The coordinator's socket for host daemons of its computer.
std::filesystem::path hosts_socket(const std::string& id);

/// The coordinator's socket for the command that starts the virtual machine.
std::filesystem::path first_socket(const std::string& id);

/// ": <why>, what to do", for a folder or a socket that cannot be made.
std::string runtime_remedy(const std::string& why);

/// False for the name of a virtual machine that belongs to one command.
bool is_public(const std::string& id);

/// A fresh name: 8 hexadecimal digits, "private-" before them for a virtual machine that belongs to one command.
std::string make_virtual_machine_id(bool is_private);

/// The user id of the process at the other end of a Unix-domain socket; -1 where it is unknown.
long peer_user(int socket);
/// The process that listens at the other end of a connected Unix-domain socket; 0 where it is unknown.
pid_t peer_process(int socket);

}  // namespace banyan::daemon
