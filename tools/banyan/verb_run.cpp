// banyan run: runs a program as N tasks, which get the input and signals of this command and write to its output.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>

#include "banyan/net/error.hpp"
#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/names.hpp"
#include "daemon/coordinator/placement.hpp"
#include "libnet/base/standard_error.hpp"
#include "libnet/collectives/network_measurement.hpp"
#include "libnet/collectives/network_model_text.hpp"
#include "libnet/schedules/named_algorithms.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/error_line.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/network_model_file.hpp"
#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/output_printer.hpp"
#include "tools/banyan/program_begin.hpp"
#include "tools/banyan/trace_file.hpp"
#include "tools/banyan/traced_run.hpp"
#include "tools/banyan/verb.hpp"
#include "tools/banyan/wait_text.hpp"

namespace banyan::tools {
namespace {

struct run_options {
    int tasks = 0;
    int per_host = 0;
    std::vector<std::string> hosts;
    std::vector<std::string> environment;
    std::string directory;
    double timeout_s = 0;
    std::optional<double> grace_s;
    double deadlock_check_s = 10;
    bool tag_output = false;
    bool pty = false;
    bool no_pty = false;
    bool raw = false;
    bool json = false;
    std::vector<std::string> algorithms;
    bool explain = false;
    std::string network_model;
    std::string trace;
    int trace_mib = default_trace_mib;
    std::vector<std::string> command;
};

// The program and its arguments as they were given: CLI11 would split "[a,b]".
std::vector<std::string> program_of(const CLI::App& verb) {
    const auto words = std::span(raw_arguments()).subspan(1);  // without the name of the verb
    const auto program = words.subspan(program_begin(verb, words));
    return {program.begin(), program.end()};
}

/// A name and its value, which is that of this process if `word` has none.
std::pair<std::string, std::string> variable(const std::string& word) {
    const auto equals = word.find('=');
    if (word.empty() || equals == 0) refuse_value("--env", word, "NAME or NAME=VALUE");
    if (equals != word.npos) return {word.substr(0, equals), word.substr(equals + 1)};
    if (const char* value = std::getenv(word.c_str())) return {word, value};
    throw verb_error(
        exit_status::usage,
        fmt::format("--env '{0}': the variable is not set here, use --env {0}=VALUE to give it a value", word));
}

/// The list of all --algorithm options. Checked here, so that a wrong name starts no task.
std::string algorithms_of(const run_options& o) {
    const std::string list = fmt::format("{}", fmt::join(o.algorithms, ","));
    try {
        (void)net::named_algorithms(list);
    } catch (const net::error& why) {
        throw verb_error(exit_status::usage, fmt::format("--algorithm: {}", why.what()));
    }
    return list;
}

int output_of(const run_options& o) {
    return o.json ? STDERR_FILENO : STDOUT_FILENO;
}

// A host that is listed twice would get the tasks of two hosts.
void refuse_host_twice(const std::vector<std::string>& hosts) {
    for (const auto& name : hosts)
        if (std::ranges::count(hosts, name) > 1)
            throw verb_error(exit_status::usage,
                             fmt::format("--hosts: '{}' is listed twice, list each host once", name));
}

/// The size of the terminal that shows the output of the tasks; each task then gets a terminal of its own. Nothing if
/// the tasks get pipes.
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
    refuse_host_twice(o.hosts);
    daemon::run_request request;
    request.command = o.command;
    if (request.command.front().empty()) refuse_value("PROGRAM", "", "the name of a program");
    request.tasks = o.tasks;
    request.per_host = o.per_host;
    request.hosts = o.hosts;
    request.working_directory = o.directory;
    request.forward_stdin = true;
    request.forward_signals = true;
    request.on_waits = [](const auto& tasks) { net::print_to_standard_error(wait_text(tasks)); };
    if (o.deadlock_check_s > 0) {
        request.quiet_time = milliseconds_of(o.deadlock_check_s);
        request.on_deadlock = [raw = o.raw](const auto& tasks, const auto& cycle) {
            print_error_line(deadlock_text(tasks, cycle), raw);
        };
    }
    request.output_terminal = output_terminal(o);
    if (o.timeout_s > 0) request.timeout = milliseconds_of(o.timeout_s);
    if (o.grace_s) request.grace = milliseconds_of(*o.grace_s);
    for (const auto& word : o.environment)
        request.environment.push_back(variable(word));
    if (!o.algorithms.empty()) request.environment.emplace_back("BANYAN_COLLECTIVE_ALGORITHMS", algorithms_of(o));
    if (o.explain) request.environment.emplace_back("BANYAN_EXPLAIN_COLLECTIVES", "1");
    if (!o.network_model.empty())  // read here, so that a wrong file starts no task
        request.environment.emplace_back(net::network_model_text_variable,
                                         net::to_text(read_network_model(o.network_model)));
    if (std::getenv("BANYAN_TRACE")) request.environment.emplace_back("BANYAN_TRACE", "");  // of a run around this one
    return request;
}

std::size_t trace_bytes(const run_options& o) {
    return static_cast<std::size_t>(o.trace_mib) << 20;
}

constexpr std::size_t most_printed = 8;  // failures that follow from the first one

void print_failures(const daemon::run_result& result, bool raw) {
    if (!result.message.empty()) print_error_line(result.message, raw);
    std::size_t following = 0;
    for (const auto& failure : result.failures)
        if (failure.follows && ++following <= most_printed) print_error_line(failure.text, raw);
    if (following > most_printed)
        print_error_line(fmt::format("{} more tasks failed after that; --json lists them", following - most_printed),
                         raw);
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

struct finished_run {
    daemon::run_result result;
    std::string trace_note;  // what is wrong with the trace, or ""
    bool lacks_trace;        // it could not be written
};

// Writes the trace. If that fails, the run keeps its status and failures.
finished_run with_trace_file(const run_options& o, const traced_run& done) {
    try {
        write_trace_file("--trace", o.trace, done.timeline, done.incomplete);
    } catch (const verb_error& failure) {
        return {done.result, failure.what(), true};
    }
    const std::string warning = trace_warning(done);
    return {done.result, warning.empty() ? "" : "--trace: " + warning, false};
}

// Runs the program, prints its output, and writes the trace if one is asked for.
finished_run carry_out(const run_options& o) {
    const auto request = request_of(o);
    if (!o.trace.empty()) check_output_file(o.trace, "--trace");  // before a long run
    auto virtual_machine = daemon::virtual_machine::find_or_start_private();
    output_printer printer(
        {.out = output_of(o), .tagged = o.tag_output, .raw = o.raw, .on_interrupt = [&virtual_machine] {
             virtual_machine.handle_signals();
         }});
    const auto print = [&printer](const daemon::output_block& block) { printer.print(block); };
    if (o.trace.empty()) {
        auto result = virtual_machine.run(request, print);
        printer.finish();
        return {std::move(result), "", false};
    }
    const traced_run done = run_with_trace(virtual_machine, request, print, trace_bytes(o));
    printer.finish();
    return with_trace_file(o, done);
}

void run(const run_options& o) {
    const auto [result, trace_note, lacks_trace] = carry_out(o);
    print_failures(result, o.raw);
    if (!trace_note.empty()) print_error_line(trace_note, o.raw);
    if (o.json) {
        nlohmann::ordered_json cause;
        if (!result.failures.empty() && result.failures.front().rank >= 0) cause = result.failures.front().rank;
        print_json("run", 1,
                   {{"tasks", o.tasks},
                    {"status", result.status},
                    {"message", result.message},
                    {"cause", cause},
                    {"failures", failures_json(result)}});
    }
    set_exit_code(result.status == 0 && lacks_trace ? static_cast<int>(exit_status::failed) : result.status);
}

void add_placement(CLI::App& verb, run_options& o) {
    verb.add_option("-n", o.tasks, "Number of tasks")
        ->type_name("N")
        ->check(whole_number(1, daemon::most_tasks))
        ->required();
    verb.add_option("--per-host", o.per_host, "Tasks per host; without it, each host takes as many as it has slots")
        ->type_name("K")
        ->check(whole_number(1, daemon::most_tasks));
    add_list_option(verb, "--hosts", o.hosts,
                    "Use only these hosts of the virtual machine, in this order; without it, all hosts in the order of "
                    "`banyan hosts`",
                    any_text("the name of a host"))
        ->type_name("HOST,...");
    verb.add_option(
            "--env", o.environment,
            "Set this variable for the tasks on all hosts. Without VALUE, its present value is used. May be repeated")
        ->type_name("NAME[=VALUE]")
        ->allow_extra_args(false)
        ->take_all();
    verb.add_option("--wd", o.directory, "Working directory of the tasks; without it, the current one")
        ->type_name("DIR");
}

void add_limits(CLI::App& verb, run_options& o) {
    verb.add_option("--timeout", o.timeout_s, "End the run after this time, in seconds; without it, there is no limit")
        ->type_name("S")
        ->check(real_number(1e-3, 1e7));
    verb.add_option("--grace", o.grace_s,
                    "Seconds from the request to end to the kill. Increase it if tasks need time to save data. Without "
                    "it: 5 after a signal or the time limit, 0.25 after the failure of another task")
        ->type_name("S")
        ->check(real_number(0, 1e7));
    verb.add_option("--deadlock-check", o.deadlock_check_s,
                    "Ask the tasks what they wait for when the run has written nothing for this time, in seconds, and "
                    "again after 6, 60, 120, ... times this time. If all tasks wait for each other, a line on standard "
                    "error says so, and the run continues. 0: never")
        ->type_name("S")
        ->check(real_number(0, 1e7))
        ->capture_default_str();
}

void add_output(CLI::App& verb, run_options& o) {
    verb.add_flag("--tag-output", o.tag_output,
                  "Put the rank before each line: [2]. If a rank writes while the line of another one is unfinished, a "
                  "line break is added. Without this option nothing is added");
    auto* pty = verb.add_flag("--pty", o.pty,
                              "Give each task a terminal as standard output, so that programs write each line at once. "
                              "This is the default if standard output of banyan run is a terminal");
    verb.add_flag("--no-pty", o.no_pty, "Give each task a pipe as standard output")->excludes(pty);
    verb.add_flag("--raw", o.raw,
                  "Pass all control sequences of the tasks to a terminal. Without this option, colours pass and the "
                  "others are shown as ^[. Files and pipes always get every byte");
}

void add_collectives(CLI::App& verb, run_options& o) {
    verb.add_option(
            "--algorithm", o.algorithms,
            "Algorithm of a collective where the program names none, for example allreduce=ring; a list a=b,c=d "
            "is allowed, and the option may be repeated. `banyan bench collectives` lists and measures them")
        ->type_name("COLLECTIVE=ALGORITHM")
        ->allow_extra_args(false)
        ->take_all();
    verb.add_flag("--explain", o.explain,
                  "Show each choice of an algorithm for a collective on standard error, with its predicted time "
                  "and the second best algorithm");
    verb.add_option(
            "--network-model", o.network_model,
            "Choose algorithms by this file, which `banyan bench model --write`, `banyan bench collectives --write` or "
            "`banyan advise --write-network` has written, and measure nothing. Use it to get the same choices in all "
            "runs")
        ->type_name("FILE")
        ->check(any_text("the name of a file"));
}

void add_tracing(CLI::App& verb, run_options& o) {
    auto* trace = verb.add_option("--trace", o.trace,
                                  "Record the messages of the tasks, and when they compute and wait, in this file. "
                                  "`banyan trace`, Perfetto and chrome://tracing read it")
                      ->type_name("FILE");
    verb.add_option(
            "--trace-memory", o.trace_mib,
            "Memory of each task for its trace, in MiB. If it is full, the task stops recording, and the number "
            "of missing events is reported. Increase it for long runs")
        ->type_name("MIB")
        ->check(whole_number(1, 4096))
        ->capture_default_str()
        ->needs(trace);
}

constexpr const char* notes =
    "Exit status: the status of the task that failed first (128 + signal if a signal ended it), 0 if all tasks\n"
    "succeeded, 124 if the time limit ended the run, 126 if the program cannot be executed, 127 if it is not found.\n"
    "Each task finds BANYAN_RANK and BANYAN_SIZE in its environment, and BANYAN_LOCAL_RANK and BANYAN_LOCAL_SIZE,\n"
    "which count only the tasks of its host. Standard input goes to rank 0; the other ranks have none.\n"
    "Ctrl-C asks the tasks to end; a second Ctrl-C kills them at once.\n"
    "Ctrl-\\ shows what the tasks wait for, and the run continues; a second Ctrl-\\ within 2 s ends the run.";

}  // namespace

void add_run_options(CLI::App& verb) {
    auto o = std::make_shared<run_options>();
    add_placement(verb, *o);
    add_limits(verb, *o);
    add_output(verb, *o);
    add_collectives(verb, *o);
    add_tracing(verb, *o);
    add_json_option(verb, o->json);
    verb.add_option("PROGRAM", o->command, "Program and its arguments; all words after the program belong to it")
        ->type_name("")
        ->required();
    verb.footer(notes);
    verb.callback([o, &verb] {
        o->command = program_of(verb);
        run(*o);
    });
}

}  // namespace banyan::tools
