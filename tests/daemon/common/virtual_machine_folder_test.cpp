// The folder of a virtual machine exists as long as a process uses it.
#include "daemon/common/virtual_machine_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <thread>

#include "banyan/net/error.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "tests/common/scratch_folder.hpp"

namespace virtual_machine_folder_test {

using namespace banyan::daemon;
namespace fs = std::filesystem;

namespace {

/// A runtime folder for one test.
struct scratch {
    scratch() { ::setenv("XDG_RUNTIME_DIR", folder.path.c_str(), 1); }
    ~scratch() { ::unsetenv("XDG_RUNTIME_DIR"); }
    banyan::testing::scratch_folder folder;
};

}  // namespace

TEST_CASE("A folder in use is not removed, and its last user removes it with its contents") {
    const scratch s;
    std::optional<virtual_machine_folder> coordinator(virtual_machine_folder::create("m"));
    std::optional<virtual_machine_folder> daemon(virtual_machine_folder::join("m"));
    const fs::path folder = coordinator->path();
    CHECK_FALSE(remove_if_unused(folder));
    std::ofstream(folder / "control.sock") << "no listener";
    coordinator.reset();
    CHECK_FALSE(remove_if_unused(folder));
    CHECK(fs::exists(folder / "control.sock"));
    daemon.reset();
    CHECK_FALSE(fs::exists(folder));
    CHECK(remove_if_unused(folder));
}

TEST_CASE("A folder is removed as soon as its other user has ended, but not while it is in use") {
    const scratch s;
    auto daemon = virtual_machine_folder::create("m");
    std::optional<virtual_machine_folder> keeper(virtual_machine_folder::join("m"));
    const fs::path folder = daemon.path();
    auto other = virtual_machine_folder::join("m");
    other.remove_within(std::chrono::milliseconds(0));
    CHECK(fs::exists(folder));
    std::jthread removal([&daemon] { daemon.remove_within(std::chrono::seconds(20)); });
    keeper->release();
    removal.join();
    CHECK_FALSE(fs::exists(folder));
}

TEST_CASE("The folder of a killed process is removed by the next process that checks it") {
    const scratch s;
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    const pid_t user = ::fork();
    if (user == 0) {
        const auto folder = virtual_machine_folder::create("m");
        std::ofstream(folder.path() / "control.sock") << "";
        [[maybe_unused]] const auto written = ::write(ready[1], "", 1);
        for (;;)
            ::pause();
    }
    char byte = 0;
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    const fs::path folder = virtual_machine_directory("m");
    CHECK_FALSE(remove_if_unused(folder));
    REQUIRE(::kill(user, SIGKILL) == 0);
    REQUIRE(::waitpid(user, nullptr, 0) == user);
    CHECK(remove_if_unused(folder));
    CHECK_FALSE(fs::exists(folder));
    ::close(ready[0]);
    ::close(ready[1]);
}

TEST_CASE("A new virtual machine cannot have a name that exists") {
    const scratch s;
    const auto first = virtual_machine_folder::create("m");
    CHECK_THROWS_WITH(virtual_machine_folder::create("m"), Catch::Contains(first.path().string()));
    CHECK(fs::exists(first.path()));
}

// The command that removes the folder has seen it before its maker could lock it.
TEST_CASE("A folder that is removed while it is being made is made again") {
    const scratch s;
    const fs::path folder = virtual_machine_directory("m");
    make_private_directory(folder);
    const int remover = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    REQUIRE(::flock(remover, LOCK_EX | LOCK_NB) == 0);
    // While this descriptor is open, no other folder gets the same inode.
    const int first = ::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    std::jthread other([&] {
        fs::remove_all(folder);
        ::close(remover);
    });
    const auto joined = virtual_machine_folder::join("m");
    struct stat before {};
    struct stat now {};
    REQUIRE(::fstat(first, &before) == 0);
    REQUIRE(::stat(folder.c_str(), &now) == 0);
    CHECK(now.st_ino != before.st_ino);
    other.join();
    ::close(first);
    CHECK(fs::exists(folder));
    CHECK_FALSE(remove_if_unused(folder));
}

TEST_CASE("Processes that make, join and remove a folder at once never lose a folder in use") {
    const scratch s;
    std::atomic<bool> stop = false;
    std::jthread remover([&] {
        while (!stop)
            for (const auto& entry : fs::directory_iterator(runtime_directory()))
                remove_if_unused(entry.path());
    });
    std::vector<std::jthread> makers;
    std::atomic<int> lost = 0;
    for (const char* name : {"a", "b", "c"})
        makers.emplace_back([name, &lost] {
            for (int i = 0; i < 300; ++i) {
                const auto made = virtual_machine_folder::create(name);
                const auto joined = virtual_machine_folder::join(name);
                if (!std::ofstream(made.path() / "file") || made.path() != joined.path()) ++lost;
            }
        });
    makers.clear();
    stop = true;
    CHECK(lost == 0);
}

}  // namespace virtual_machine_folder_test
