// A host whose processes do not descend from those of its virtual machine, like a host that is reached by ssh.
#pragma once

#include <string>
#include <vector>

#include "tests/daemon/system/child.hpp"

namespace banyan::testing {

/// Replaces sshd by a server that the test starts, and ssh by a launcher. The processes that the server starts continue
/// when the launcher is killed. No subreaper of the virtual machine is their ancestor.
class remote_host {
  public:
    explicit remote_host(const arena& a);

    /// `up` for a virtual machine of only this host.
    [[nodiscard]] std::vector<std::string> up() const;
    /// The processes of the arena, except the server.
    [[nodiscard]] std::map<pid_t, std::string> processes() const;
    /// A text that is only in the command line of the launcher.
    [[nodiscard]] static std::string launcher_name() { return "launcher.sh"; }

  private:
    const arena& arena_;
    child server_;
};

}  // namespace banyan::testing
