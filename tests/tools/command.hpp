// Runs the banyan command as a user does and returns its output.
#pragma once

#include <string>
#include <vector>

namespace banyan::testing {

struct outcome {
    int status;       ///< exit status; 128 + signal when it was killed
    std::string out;  ///< standard output
    std::string err;  ///< standard error
};

/// Runs the banyan of this build with an empty standard input. Blocks until it ends.
outcome run_banyan(const std::vector<std::string>& arguments);

/// Runs a line of /bin/sh in which "$0" is that banyan.
outcome run_banyan_in_shell(const std::string& text);

}  // namespace banyan::testing
