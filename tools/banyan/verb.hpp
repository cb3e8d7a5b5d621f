// How a verb of the banyan command fails, and what it can learn from main().
#pragma once

#include <CLI/CLI.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace banyan::tools {

/// The exit statuses of all verbs (docs/command_line.md).
enum class exit_status : int { done = 0, failed = 1, usage = 2 };

/// Ends the verb with one line on standard error. For `usage` the text names the option, the value and what is allowed.
class verb_error : public std::runtime_error {
  public:
    verb_error(exit_status status, const std::string& text) : std::runtime_error(text), status_(status) {}
    [[nodiscard]] exit_status status() const { return status_; }

  private:
    exit_status status_;
};

/// The arguments of the command line as they were given, without the name of the program.
const std::vector<std::string>& raw_arguments();

/// Sets the exit status of a verb that ends without an exception. `run` sets that of the first task that failed.
void set_exit_code(int code);

}  // namespace banyan::tools
