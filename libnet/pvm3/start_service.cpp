#include "libnet/pvm3/start_service.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>

extern char** environ;

namespace banyan::pvm3 {
namespace {

// The program's standard input and output are not for the service.
bool run(const char* program, const char* verb) {
    std::string name = program, role = verb;
    char* arguments[] = {name.data(), role.data(), nullptr};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const bool started = ::posix_spawnp(&child, program, &files, nullptr, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    if (!started) return false;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status == 0;
}

}  // namespace

bool start_service() {
    return run("banyand", "pvm") || run(BANYAN_INSTALLED_FOLDER "/banyand", "pvm");
}

bool start_virtual_machine() {
    return run("banyan", "pvmd") || run(BANYAN_INSTALLED_FOLDER "/banyan", "pvmd");
}

}  // namespace banyan::pvm3
