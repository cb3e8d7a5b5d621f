#include "advisor/remote.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "daemon/common/processes.hpp"

namespace banyan::advisor {

void find_on_all_hosts(daemon::run_request& request) {
    std::string& program = request.command.front();
    if (program.find('/') != std::string::npos) return;
    try {
        const std::filesystem::path here = daemon::find_companion(program);
        const std::string folder = here.parent_path();
        if (here.filename().string() == program && folder.find_first_of(":$") == folder.npos)
            request.search_list = folder + ":$PATH";
        else
            program = here.string();
    } catch (const net::error&) {  // this computer does not have it: only in PATH
    }
}

namespace {

// The most output that is kept, for a program that prints without end. Reports are much shorter.
constexpr std::size_t most_output_bytes = std::size_t{256} << 20;

struct finished_run {
    daemon::run_result result;
    std::string output;
    std::string first_error;  ///< first line of standard error
};

finished_run run(daemon::virtual_machine& virtual_machine, const placement& where,
                 const std::vector<std::string>& command, std::optional<std::chrono::milliseconds> limit,
                 const task_variables& variables = {}) {
    daemon::run_request request;
    request.command = command;
    find_on_all_hosts(request);
    request.tasks = where.tasks;
    request.per_host = where.per_host;
    request.hosts = where.hosts;
    request.environment.emplace_back("BANYAN_TRANSPORT", where.transport);
    request.environment.insert(request.environment.end(), variables.begin(), variables.end());
    request.timeout = limit;
    finished_run done;
    done.result = virtual_machine.run(request, [&](const daemon::output_block& block) {
        if (!block.is_error)
            done.output.append(block.text.substr(0, most_output_bytes - done.output.size()));
        else if (done.first_error.empty())
            done.first_error = block.text.substr(0, block.text.find('\n'));
    });
    return done;
}

std::string why_failed(const finished_run& done, const std::vector<std::string>& command) {
    const auto name = std::filesystem::path(command.front()).filename().string();
    return fmt::format("{} failed: {}{}{}", name, done.result.message, done.first_error.empty() ? "" : ": ",
                       done.first_error);
}

std::vector<std::string> command_of(const std::string& program, const probe_options& what) {
    std::vector<std::string> command{program, probe_argument};
    for (auto& argument : to_arguments(what)) {
        command.push_back(std::move(argument));
    }
    return command;
}

constexpr int time_limit_status = 124;
constexpr int lowest_status_of_launch = 125;  // the program was not run, or a signal ended it
constexpr const char* what_a_probe_does = "the main() of a program to measure calls banyan::advisor::serve_probe first";

// The first line that is not empty, short enough for an error line.
std::string first_line(std::string_view output) {
    constexpr std::size_t longest = 40;
    output.remove_prefix(std::min(output.find_first_not_of('\n'), output.size()));
    const std::string line(output.substr(0, output.find('\n')));
    return line.size() <= longest ? line : line.substr(0, longest) + "...";
}

}  // namespace

std::string run_for_output(daemon::virtual_machine& virtual_machine, const placement& where,
                           const std::vector<std::string>& command, const task_variables& variables) {
    auto done = run(virtual_machine, where, command, std::nullopt, variables);
    if (done.result.status == 0) return std::move(done.output);
    throw std::runtime_error(why_failed(done, command));
}

probe_report run_probe(daemon::virtual_machine& virtual_machine, const placement& where, const std::string& program,
                       const probe_options& what, const task_variables& variables) {
    return parse_probe_report(run_for_output(virtual_machine, where, command_of(program, what), variables));
}

void check_probe(daemon::virtual_machine& virtual_machine, const placement& where, const std::string& program,
                 std::chrono::milliseconds limit) {
    probe_options greeting;
    greeting.what = probe_options::mode::greet;
    const auto command = command_of(program, greeting);
    const auto done = run(virtual_machine, where, command, limit);
    if (done.result.status == time_limit_status)
        throw std::runtime_error(fmt::format("{} did not answer as a probe within {} s: {}", program,
                                             static_cast<double>(limit.count()) / 1000, what_a_probe_does));
    if (done.result.status >= lowest_status_of_launch) throw std::runtime_error(why_failed(done, command));
    if (done.result.status != 0)
        throw std::runtime_error(fmt::format("{}; {}", why_failed(done, command), what_a_probe_does));
    try {
        (void)parse_probe_report(done.output);
    } catch (const std::runtime_error& wrong) {
        const auto printed = first_line(done.output);
        throw std::runtime_error(fmt::format("{} did not answer as a probe: {}{}; {}", program, wrong.what(),
                                             printed.empty() ? "" : ", it printed '" + printed + "'",
                                             what_a_probe_does));
    }
}

}  // namespace banyan::advisor
