// Cuts the output of the tasks into blocks of whole lines, so that lines of different tasks never mix.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "daemon/client/virtual_machine.hpp"

namespace banyan::daemon {

class line_relay {
  public:
    /// A longer line is passed on in several blocks.
    static constexpr std::size_t longest_line_bytes = std::size_t{1} << 20;

    /// `at_once`: unfinished lines are passed on immediately, for a run of one task.
    line_relay(bool at_once, const output_handler& out) : at_once_(at_once), out_(out) {}

    void take(int rank, bool is_error, std::string_view data);
    /// Passes on the lines that ended without a newline.
    void finish();

  private:
    bool at_once_;
    const output_handler& out_;
    std::map<std::pair<int, bool>, std::string> unfinished_;
};

}  // namespace banyan::daemon
