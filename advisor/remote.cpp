#include "advisor/remote.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "daemon/common/processes.hpp"

namespace banyan::advisor {

std::string run_for_output(daemon::virtual_machine& virtual_machine, const placement& where,
                           const std::vector<std::string>& command) {
    daemon::run_request request;
    request.command = command;
    request.tasks = where.tasks;
    request.per_host = where.per_host;
    request.hosts = where.hosts;
    request.environment.emplace_back("BANYAN_TRANSPORT", where.transport);
    std::string output;
    std::string first_error;
    const auto result = virtual_machine.run(request, [&](const daemon::output_block& block) {
        if (!block.is_error)
            output.append(block.text);
        else if (first_error.empty())
            first_error = block.text.substr(0, block.text.find('\n'));
    });
    if (result.status == 0) return output;
    const auto name = std::filesystem::path(command.front()).filename().string();
    throw std::runtime_error(
        fmt::format("{} failed: {}{}{}", name, result.message, first_error.empty() ? "" : ": ", first_error));
}

probe_report run_probe(daemon::virtual_machine& virtual_machine, const placement& where, const std::string& program,
                       const probe_options& what) {
    std::vector<std::string> command{daemon::find_companion(program)};
    for (auto& argument : to_arguments(what)) {
        command.push_back(std::move(argument));
    }
    return parse_probe_report(run_for_output(virtual_machine, where, command));
}

}  // namespace banyan::advisor
