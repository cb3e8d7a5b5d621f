#include "tests/tools/command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <utility>

extern char** environ;

namespace banyan::testing {
namespace {

struct closing {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using temporary_file = std::unique_ptr<std::FILE, closing>;

std::string contents(std::FILE* file) {
    std::string text;
    std::rewind(file);
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file))
        text += static_cast<char>(c);
    return text;
}

pid_t spawn(std::vector<std::string> command, std::FILE* out, std::FILE* err) {
    std::vector<char*> argv;
    for (std::string& each : command)
        argv.push_back(each.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, fileno(out), 1);
    posix_spawn_file_actions_adddup2(&actions, fileno(err), 2);
    pid_t child = 0;
    const int failure = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) throw std::runtime_error("cannot start " + command[0]);
    return child;
}

outcome run_command(std::vector<std::string> command) {
    const temporary_file out(std::tmpfile());
    const temporary_file err(std::tmpfile());
    if (!out || !err) throw std::runtime_error("no temporary file");
    const pid_t child = spawn(std::move(command), out.get(), err.get());
    int status = 0;
    if (waitpid(child, &status, 0) != child) throw std::runtime_error("waitpid failed");
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return {code, contents(out.get()), contents(err.get())};
}

}  // namespace

outcome run_banyan(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{BANYAN_COMMAND};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run_command(std::move(command));
}

outcome run_banyan_in_shell(const std::string& text) {
    return run_command({"/bin/sh", "-c", text, BANYAN_COMMAND});
}

}  // namespace banyan::testing
