#include "tools/banyan/program_answer.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>

#include "daemon/common/processes.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

std::string read_and_close(int pipe) {
    std::string text;
    std::array<char, 4096> part{};
    for (;;) {
        const ssize_t count = ::read(pipe, part.data(), part.size());
        if (count > 0) text.append(part.data(), static_cast<std::size_t>(count));
        if (count == 0 || (count < 0 && errno != EINTR)) break;
    }
    ::close(pipe);
    return text;
}

int status_at_end(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

nlohmann::json answer_of_program(const std::vector<std::string>& command) {
    daemon::program_pipes pipes;
    daemon::program_options options;
    options.dies_with_parent = true;
    options.wants_output = true;
    const pid_t child = daemon::start_program(command, pipes, options);
    ::close(pipes.input);
    const std::string printed = read_and_close(pipes.output);
    const std::string errors = read_and_close(pipes.error);
    const int status = status_at_end(child);
    const std::string name = std::filesystem::path(command.front()).filename();
    if (status != 0)
        throw verb_error(exit_status::failed, fmt::format("{} failed with status {}: {}", name, status,
                                                          errors.substr(0, errors.find('\n'))));
    nlohmann::json answer = nlohmann::json::parse(printed, nullptr, false);
    if (answer.is_discarded()) throw verb_error(exit_status::failed, fmt::format("{} printed no JSON", name));
    return answer;
}

}  // namespace banyan::tools
