// Writes the tasks' output to this command's own, unbuffered by us, with or without the rank's tag.
#pragma once

#include <array>
#include <string>

#include "daemon/client/virtual_machine.hpp"

namespace banyan::tools {

class output_printer {
  public:
    /// stdout of the tasks goes to descriptor `out`, stderr to ours. `alone`: there is one task, and a piece without a
    /// newline stays without one.
    output_printer(int out, bool tagged, bool alone) : out_(out), tagged_(tagged), alone_(alone) {}

    /// Blocks while the reader is slow. Throws net::error closed when there is no reader any more.
    void print(const daemon::output_line& line);

  private:
    int out_;
    bool tagged_;
    bool alone_;
    std::array<bool, 2> inside_line_{};
    std::string text_;
};

}  // namespace banyan::tools
