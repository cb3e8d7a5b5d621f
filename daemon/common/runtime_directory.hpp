// The folders of virtual machines, ${XDG_RUNTIME_DIR:-/tmp}/banyan-<uid>/<id>/. Only this user can enter them.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace banyan::daemon {

/// The folder that contains the folder of all virtual machines of this user: XDG_RUNTIME_DIR, or /tmp if this variable
/// is not an absolute path. Also /tmp if other users could rename or remove folders in XDG_RUNTIME_DIR, because it
/// belongs to another user who is not root, or because all users can write to it and it has no sticky bit. The former
/// happens after `su` and `sudo -E`.
std::filesystem::path runtime_parent();

/// Why XDG_RUNTIME_DIR is not used although it is an absolute path; "" if it is used.
std::string runtime_note();

/// The folder of all virtual machines of this user. It is created with mode 0700 if it does not exist. Throws
/// net::error launch_failed if it belongs to another user or is open to others, or if its path is too long for sockets
/// in it.
std::filesystem::path runtime_directory();

/// Creates a folder of mode 0700, or checks an existing one as above.
void make_private_directory(const std::filesystem::path& path);

/// The path of the folder of one virtual machine. Throws invalid_argument if `id` is not a valid id
/// (is_virtual_machine_id()).
std::filesystem::path virtual_machine_directory(const std::string& id);

/// True for 1 to 32 letters, digits and hyphens.
bool is_virtual_machine_id(const std::string& text);

inline constexpr const char* control_socket_name = "control.sock";
/// The coordinator's socket for commands. The socket of a public virtual machine gets this name when its hosts are up.
std::filesystem::path control_socket(const std::string& id);

/// The coordinator's socket for the host daemons of its computer.
std::filesystem::path hosts_socket(const std::string& id);

/// The coordinator's socket for the command that starts the virtual machine.
std::filesystem::path first_socket(const std::string& id);

/// True if there is no such socket, because another program has removed its folder. False if this cannot be found out.
/// systemd removes /run/user/UID at the end of the last login.
bool was_removed(const std::filesystem::path& socket);

/// Throws net::error launch_failed for a folder or a socket that cannot be created or used: "<path>: <why>; <what to
/// do>".
[[noreturn]] void throw_unusable(const std::filesystem::path& path, const std::string& why);

/// False for the id of a private virtual machine.
bool is_public(const std::string& id);

/// A random id: 8 hexadecimal digits, with "private-" in front for a private virtual machine.
std::string make_virtual_machine_id(bool is_private);

/// The user id of the process at the other end of a Unix-domain socket; -1 if it is unknown.
long peer_user(int socket);
/// The process id of the other end of a connected Unix-domain socket; 0 if it is unknown.
pid_t peer_process(int socket);

}  // namespace banyan::daemon
