#include "libnet/pvm3/start_service.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

extern char** environ;

namespace banyan::pvm3 {
namespace {

enum class outcome { done, failed, not_found };

// The program's standard input and output are not for the service. Its standard error is, if errors are shown.
outcome run(const std::vector<std::string>& command, bool shows_errors) {
    std::vector<char*> words;
    for (const auto& word : command)
        words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!shows_errors) posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const bool started = ::posix_spawnp(&child, words[0], &files, nullptr, words.data(), environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    if (!started) return outcome::not_found;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status == 0 ? outcome::done : outcome::failed;
}

}  // namespace

bool start_service() {
    return run({"banyand", "pvm"}, false) == outcome::done ||
           run({BANYAN_INSTALLED_FOLDER "/banyand", "pvm"}, false) == outcome::done;
}

bool start_virtual_machine(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{"banyan", "pvmd"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    auto result = run(command, true);
    if (result == outcome::not_found) {
        command[0] = BANYAN_INSTALLED_FOLDER "/banyan";
        result = run(command, true);
    }
    return result == outcome::done;
}

}  // namespace banyan::pvm3
