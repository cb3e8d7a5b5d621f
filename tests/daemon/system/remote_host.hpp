// A host whose processes do not descend from those of its virtual machine, as one that is reached by ssh.
#pragma once

#include <string>
#include <vector>

#include "tests/daemon/system/child.hpp"

namespace banyan::testing {

/// Replaces sshd by a server that the test starts, and ssh by a launcher. The processes that the server has started
/// continue when the launcher is killed, and have no subreaper of the virtual machine as an ancestor.
class remote_host {
  public:
    explicit remote_host(const arena& a);

    /// `up` for a virtual machine of this one host.
    [[nodiscard]] std::vector<std::string> up() const;
    /// The processes of the arena without the server.
    [[nodiscard]] std::map<pid_t, std::string> processes() const;
    /// A text that only the command line of the launcher contains.
    [[nodiscard]] static std::string launcher_name() { return "launcher.sh"; }

  private:
    const arena& arena_;
    child server_;
};

}  // namespace banyan::testing
