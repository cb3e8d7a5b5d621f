// A host whose processes do not descend from those of its virtual machine, as one that is reached by ssh.
#pragma once

#include <string>
#include <vector>

#include "tests/daemon/system/child.hpp"

namespace banyan::testing {

/// A server in the place of sshd, started by the test, and a launcher in the place of ssh: what the server starts stays
/// when the launcher is killed, and no subreaper of the virtual machine is above it.
class remote_host {
  public:
    explicit remote_host(const arena& a);

    /// `up` for a virtual machine of this one host.
    [[nodiscard]] std::vector<std::string> up() const;
    /// Processes of the arena but for the server.
    [[nodiscard]] std::map<pid_t, std::string> processes() const;
    /// Text in the command line of the launcher alone.
    [[nodiscard]] static std::string launcher_name() { return "launcher.sh"; }

  private:
    const arena& arena_;
    child server_;
};

}  // namespace banyan::testing
