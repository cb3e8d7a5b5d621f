// What every verb of the banyan command shares: how it registers, how it fails, how it prints.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace banyan::tools {

/// Exit statuses of the command line contract.
enum class exit_status : int { done = 0, failed = 1, usage = 2 };

/// A verb's way to end with one line on stderr. For `usage` the text names the option, the value and what is allowed.
class verb_error : public std::runtime_error {
  public:
    verb_error(exit_status status, const std::string& text) : std::runtime_error(text), status_(status) {}
    [[nodiscard]] exit_status status() const { return status_; }

  private:
    exit_status status_;
};

/// Adds `--json` to a verb.
void add_json_option(CLI::App& verb, bool& json);

/// Adds a verb without options of its own: `run` is called with whether --json is given.
void add_plain_verb(CLI::App& app, const std::string& name, const std::string& summary, void (*run)(bool json));

/// The text of `value`; bytes of names and arguments that are not UTF-8 appear as U+FFFD. indent < 0: one line.
std::string text_of(const nlohmann::ordered_json& value, int indent);

/// Prints one JSON object on stdout, with "schema": "banyan.<name>.v<version>" in front.
void print_json(const std::string& name, nlohmann::ordered_json object, int version = 1);

/// True when progress may be shown: stderr is a terminal.
bool progress_wanted();

/// The words of the command line as they were given, without the program.
const std::vector<std::string>& raw_arguments();

/// Sets the status that main() returns for a verb that ends without an exception (run: the first failing task's).
void set_exit_code(int code);

// Each verb: one file verb_<name>.cpp with one function that adds the subcommand and its callback.
// The callback runs after parsing; it throws verb_error or net::error.
void add_partition_verb(CLI::App& app);
void add_reproduce_verb(CLI::App& app);
void add_up_verb(CLI::App& app);
void add_down_verb(CLI::App& app);
void add_hosts_verb(CLI::App& app);
void add_ps_verb(CLI::App& app);
void add_add_verb(CLI::App& app);
void add_delete_verb(CLI::App& app);
void add_kill_verb(CLI::App& app);
void add_run_verb(CLI::App& app);
void add_doctor_verb(CLI::App& app);
void add_bench_verb(CLI::App& app);
void add_advise_verb(CLI::App& app);
void add_validate_verb(CLI::App& app);

}  // namespace banyan::tools
