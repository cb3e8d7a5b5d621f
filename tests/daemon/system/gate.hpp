// Makes processes, such as launchers of hosts, wait until a test opens the gate.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <string>

#include "tests/daemon/system/child.hpp"

namespace banyan::testing {

/// A named pipe. A shell waits with `read word < PATH`, which takes one line. Lines stay in the pipe for later readers.
class gate {
  public:
    explicit gate(const arena& where) : path_((where.folder() / "gate").string()) {
        REQUIRE(::mkfifo(path_.c_str(), 0600) == 0);
        descriptor_ = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);  // with O_RDWR, open() does not block for either side
        REQUIRE(descriptor_ >= 0);
    }
    ~gate() { ::close(descriptor_); }
    gate(const gate&) = delete;
    gate& operator=(const gate&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    void let_pass(int processes) const {
        const std::string lines(static_cast<std::size_t>(processes), '\n');
        REQUIRE(::write(descriptor_, lines.data(), lines.size()) == static_cast<ssize_t>(lines.size()));
    }

  private:
    std::string path_;
    int descriptor_ = -1;
};

/// A launcher that executes this script. Its $1 is the host, the other arguments are the command of the daemon.
inline std::string script_launcher(const std::string& script) {
    return "sh -c '" + script + "' x {host}";
}
/// The part of such a script that starts the daemon.
inline constexpr const char* start_daemon = "shift; exec \"$@\"";

}  // namespace banyan::testing
