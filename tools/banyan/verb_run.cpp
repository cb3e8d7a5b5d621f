// banyan run: a program as N tasks, with this command's input, output and signals.
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/names.hpp"
#include "daemon/coordinator/placement.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/output_printer.hpp"
#include "tools/banyan/terminal_text.hpp"
#include "tools/banyan/verb.hpp"
#include "tools/banyan/wait_text.hpp"

namespace banyan::tools {
namespace {

struct run_options {
    int tasks = 0;
    int per_host = 0;
    std::vector<std::string> environment;
    std::string directory;
    double timeout_s = 0;
    std::optional<double> grace_s;
    bool tag_output = false;
    bool pty = false;
    bool no_pty = false;
    bool raw = false;
    bool json = false;
    std::vector<std::string> command;
};

// The words after -- as they are: the parser would take "[a,b]" apart.
std::vector<std::string> command_of(const run_options& o) {
    const auto& words = raw_arguments();
    const auto mark = std::ranges::find(words, "--");
    return mark == words.end() ? o.command : std::vector<std::string>(mark + 1, words.end());
}

/// NAME=VALUE, or NAME with its value here.
std::pair<std::string, std::string> variable(const std::string& word) {
    const auto equals = word.find('=');
    if (word.empty() || equals == 0)
        throw verb_error(exit_status::usage, fmt::format("--env '{}': NAME or NAME=VALUE is wanted", word));
    if (equals != word.npos) return {word.substr(0, equals), word.substr(equals + 1)};
    if (const char* value = std::getenv(word.c_str())) return {word, value};
    throw verb_error(
        exit_status::usage,
        fmt::format("--env {0}: there is no such variable in the environment; --env {0}=VALUE sets one", word));
}

int output_of(const run_options& o) {
    return o.json ? STDERR_FILENO : STDOUT_FILENO;
}

/// The terminal that the tasks' output goes to, so that theirs is one too; nothing if it goes elsewhere.
std::optional<daemon::terminal_size> output_terminal(const run_options& o) {
    const bool terminal = ::isatty(output_of(o)) == 1;
    if (o.no_pty || (!terminal && !o.pty)) return std::nullopt;
    daemon::terminal_size size;
    winsize window{};
    if (::ioctl(output_of(o), TIOCGWINSZ, &window) == 0 && window.ws_row > 0 && window.ws_col > 0)
        size = {window.ws_row, window.ws_col};
    return size;
}

std::chrono::milliseconds milliseconds_of(double seconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(seconds * 1000)));
}

daemon::run_request request_of(const run_options& o) {
    daemon::run_request request;
    request.command = command_of(o);
    request.tasks = o.tasks;
    request.per_host = o.per_host;
    request.working_directory = o.directory;
    request.forward_stdin = true;
    request.forward_signals = true;
    request.on_waits = [](const auto& tasks) { fmt::print(stderr, "{}", wait_text(tasks)); };
    request.output_terminal = output_terminal(o);
    if (o.timeout_s > 0) request.timeout = milliseconds_of(o.timeout_s);
    if (o.grace_s) request.grace = milliseconds_of(*o.grace_s);
    for (const auto& word : o.environment)
        request.environment.push_back(variable(word));
    return request;
}

constexpr std::size_t most_printed = 8;  // lines of failures that follow from others

// They may hold what a task says in an exception.
void print_line(const std::string& text, bool raw) {
    fmt::print(stderr, "banyan: {}\n", raw || ::isatty(STDERR_FILENO) == 0 ? text : terminal_text_of(text));
}

void print_failures(const daemon::run_result& result, bool raw) {
    if (!result.message.empty()) print_line(result.message, raw);
    std::size_t following = 0;
    for (const auto& failure : result.failures)
        if (failure.follows && ++following <= most_printed) print_line(failure.text, raw);
    if (following > most_printed)
        fmt::print(stderr, "banyan: {} more tasks failed after it; --json lists them\n", following - most_printed);
}

nlohmann::ordered_json failures_json(const daemon::run_result& result) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& failure : result.failures) {
        nlohmann::ordered_json entry{{"rank", nullptr}, {"task", nullptr}};
        if (failure.rank >= 0) entry = {{"rank", failure.rank}, {"task", daemon::task_name(failure.task)}};
        entry.update(
            {{"host", failure.host}, {"status", failure.status}, {"text", failure.text}, {"follows", failure.follows}});
        list.push_back(std::move(entry));
    }
    return list;
}

void run(const run_options& o) {
    const auto request = request_of(o);
    daemon::run_result result;
    {
        auto machine = daemon::virtual_machine::find_or_start_private();
        output_printer printer({.out = output_of(o), .tagged = o.tag_output, .raw = o.raw});
        result = machine.run(request, [&printer](const daemon::output_block& block) { printer.print(block); });
        printer.finish();
    }
    print_failures(result, o.raw);
    if (o.json) {
        nlohmann::ordered_json cause;
        if (!result.failures.empty() && result.failures.front().rank >= 0) cause = result.failures.front().rank;
        print_json("run", {{"tasks", o.tasks},
                           {"status", result.status},
                           {"message", result.message},
                           {"cause", cause},
                           {"failures", failures_json(result)}});
    }
    set_exit_code(result.status);
}

}  // namespace

void add_run_verb(CLI::App& app) {
    auto o = std::make_shared<run_options>();
    auto* verb = app.add_subcommand("run", "Run a program as N tasks: banyan run -n N [options] -- PROGRAM ARG...");
    verb->add_option("-n", o->tasks, "Number of tasks")
        ->type_name("N")
        ->check(whole_number(1, daemon::most_tasks))
        ->required();
    verb->add_option("--per-host", o->per_host, "Tasks per host (without: each host's slots)")
        ->type_name("K")
        ->check(whole_number(1, daemon::most_tasks));
    verb->add_option("--env", o->environment,
                     "Give this variable to the tasks on all hosts, with its value here or this one; may be repeated")
        ->type_name("NAME[=VALUE]")
        ->allow_extra_args(false)
        ->take_all();
    verb->add_option("--wd", o->directory, "Working directory of the tasks")->type_name("DIR");
    verb->add_option("--timeout", o->timeout_s, "End the run after so many seconds")
        ->type_name("S")
        ->check(real_number(1e-3, 1e7));
    verb->add_option("--grace", o->grace_s,
                     "Seconds between asking tasks to end and killing them (default: 5 after a signal\n"
                     "or the time limit, 0.25 after the failure of another task)")
        ->type_name("S")
        ->check(real_number(0, 1e7));
    verb->add_flag("--tag-output", o->tag_output,
                   "Begin each line with its rank: [2]. A line break is added only where output of\n"
                   "another rank follows an unfinished line; without this option nothing is added");
    auto* pty = verb->add_flag("--pty", o->pty,
                               "Standard output of each task is a terminal, so that programs write every line at\n"
                               "once (default where this command's is one; else a pipe)");
    verb->add_flag("--no-pty", o->no_pty, "Standard output of each task is a pipe")->excludes(pty);
    verb->add_flag("--raw", o->raw,
                   "Let all control sequences of the tasks through to a terminal (default: colours\n"
                   "only, the others are shown as ^[); files and pipes get every byte anyway");
    add_json_option(*verb, o->json);
    verb->add_option("PROGRAM", o->command, "Program and arguments, after --")->type_name("")->required();
    verb->footer(
        "Exit status: that of the first cause of a failure (128 + signal when a signal ended the task), 0 when all\n"
        "ended well, 124 when the time limit ended the run, 126 when the program cannot be executed, 127 when it is\n"
        "not found. Each task finds BANYAN_RANK, BANYAN_SIZE, and among the tasks of its host BANYAN_LOCAL_RANK and\n"
        "BANYAN_LOCAL_SIZE in its environment. Ctrl-C asks the tasks to end; a second one kills them at once.\n"
        "Ctrl-\\ shows what the tasks wait for, and the run goes on; twice within 2 s it ends the run.");
    verb->callback([o] { run(*o); });
}

}  // namespace banyan::tools
