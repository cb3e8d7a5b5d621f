#include "tools/banyan/gnuplot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

// The exit status of `gnuplot program`; 127 if gnuplot is not installed.
int run_gnuplot(const std::string& program) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::string name = "gnuplot", file = program;
    std::array<char*, 3> arguments{name.data(), file.data(), nullptr};
    pid_t child = 0;
    const int failed = posix_spawnp(&child, name.c_str(), &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) return 127;
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

std::string gnuplot_quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? std::string("''") : std::string(1, c);
    }
    return out + "'";
}

void draw_with_gnuplot(const std::string& program, const std::filesystem::path& file, const std::string& option) {
    write_output_file(file, program, option);
    const int status = run_gnuplot(file.string());
    if (status == 127)
        throw verb_error(exit_status::failed,
                         fmt::format("no plot: gnuplot is not installed; install it (Debian: gnuplot-nox), then run "
                                     "'gnuplot {}'",
                                     file.string()));
    if (status != 0)
        throw verb_error(exit_status::failed,
                         fmt::format("no plot: 'gnuplot {}' failed; run it to see why", file.string()));
}

}  // namespace banyan::tools
