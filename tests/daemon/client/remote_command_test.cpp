// All shells interpret the command that starts a daemon on another host in the same way.
#include "daemon/client/remote_command.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/common/scratch_folder.hpp"

namespace remote_command_test {

namespace fs = std::filesystem;

namespace {

/// The output of `SHELL -c TEXT`.
std::string output_of(const std::string& shell, const std::string& text) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::execlp(shell.c_str(), shell.c_str(), "-c", text.c_str(), nullptr);
        ::_exit(127);
    }
    ::close(ends[1]);
    std::string out;
    std::array<char, 512> chunk;
    for (ssize_t n = 0; (n = ::read(ends[0], chunk.data(), chunk.size())) > 0;)
        out.append(chunk.data(), static_cast<std::size_t>(n));
    ::close(ends[0]);
    ::waitpid(pid, nullptr, 0);
    return out;
}

bool is_here(const std::string& shell) {
    return output_of("sh", "command -v " + shell) != "";
}

}  // namespace

TEST_CASE("Every login shell starts the daemon, whatever its path") {
    const banyan::testing::scratch_folder scratch;
    for (const char* name :
         {"plain", "with space", "a'b!c $d\\e\\\\f(g)\"h`i", "%d\\n{x}~#&;", "new\nline", "\xff\xfe"}) {
        const fs::path folder = scratch.path / name;
        fs::create_directory(folder);
        std::ofstream(folder / "banyand") << "#!/bin/sh\necho \"started $1\"\n";
        ::chmod((folder / "banyand").c_str(), 0700);
        for (const char* shell : {"sh", "bash", "zsh", "csh", "tcsh", "fish"}) {
            if (!is_here(shell)) continue;
            INFO(shell << ": " << name);
            CHECK(output_of(shell, banyan::daemon::remote_command(folder / "banyand")) == "started host\n");
        }
    }
    // If the path does not exist there, the program in its PATH is used.
    const std::string path = ::getenv("PATH");
    ::setenv("PATH", (scratch.path.string() + "/plain:" + path).c_str(), 1);
    for (const char* shell : {"sh", "tcsh", "fish"})
        if (is_here(shell))
            CHECK(output_of(shell, banyan::daemon::remote_command("/nowhere/banyand")) == "started host\n");
    ::setenv("PATH", path.c_str(), 1);
}

TEST_CASE("A plain path can be read in the command") {
    CHECK(banyan::daemon::remote_command("/usr/bin/banyand") ==
          "sh -c 'd=\"/usr/bin/banyand\"; if test -x \"$d\"; then exec \"$d\" host; else exec banyand host; fi'");
    CHECK(banyan::daemon::remote_command_with_variables("$HOME/banyand", "pvm_host") ==
          "sh -c 'd=\"$HOME/banyand\"; if test -x \"$d\"; then exec \"$d\" pvm_host; else exec banyand pvm_host; fi'");
}

TEST_CASE("Variables in a path are replaced by the shell of the host, and nothing else is") {
    const banyan::testing::scratch_folder scratch;
    std::ofstream(scratch.path / "banyand") << "#!/bin/sh\necho \"started $1\"\n";
    ::chmod((scratch.path / "banyand").c_str(), 0700);
    ::setenv("FOLDER_OF_TEST", scratch.path.c_str(), 1);
    const std::string path = ::getenv("PATH");
    ::setenv("PATH", (scratch.path.string() + ":" + path).c_str(), 1);
    for (const char* shell : {"sh", "bash", "zsh", "csh", "tcsh", "fish"}) {
        if (!is_here(shell)) continue;
        INFO(shell);
        CHECK(output_of(shell, banyan::daemon::remote_command_with_variables("$FOLDER_OF_TEST/banyand")) ==
              "started host\n");
    }
    // Beside bytes that cannot be quoted, and beside a '$' that begins no name.
    for (const char* name : {"a'b", "b`c", "c\"d", "$1", "$-", "e\\f", "g\n"}) {
        const fs::path folder = scratch.path / name;
        fs::create_directory(folder);
        std::ofstream(folder / "banyand") << "#!/bin/sh\necho \"odd $1\"\n";
        ::chmod((folder / "banyand").c_str(), 0700);
        for (const char* shell : {"sh", "tcsh", "fish"}) {
            if (!is_here(shell)) continue;
            INFO(shell << ": " << name);
            const auto daemon = "$FOLDER_OF_TEST/" + std::string(name) + "/banyand";
            CHECK(output_of(shell, banyan::daemon::remote_command_with_variables(daemon)) == "odd host\n");
        }
    }
    const auto made = scratch.path / "made";
    (void)output_of("sh", banyan::daemon::remote_command_with_variables("/x/$(touch " + made.string() + ")/banyand"));
    (void)output_of("sh", banyan::daemon::remote_command_with_variables("/x/`touch " + made.string() + "`/banyand"));
    CHECK_FALSE(fs::exists(made));
    ::setenv("PATH", path.c_str(), 1);
    ::unsetenv("FOLDER_OF_TEST");
}

}  // namespace remote_command_test
