#include "daemon/client/coordinator_watch.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "daemon/common/coordinator_pid.hpp"
#include "tests/common/scratch_folder.hpp"

namespace coordinator_watch_test {

using namespace banyan::daemon;
using Catch::Matchers::Contains;

namespace {

/// A process that stands for a coordinator.
class other_process {
  public:
    other_process() : pid_(::fork()) {
        if (pid_ == 0)
            for (;;)
                ::pause();
    }
    ~other_process() {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    other_process(const other_process&) = delete;
    other_process& operator=(const other_process&) = delete;
    [[nodiscard]] pid_t pid() const { return pid_; }
    void stop() const {
        ::kill(pid_, SIGSTOP);
        int status = 0;
        ::waitpid(pid_, &status, WUNTRACED);
    }
    void go_on() const {
        ::kill(pid_, SIGCONT);
        int status = 0;
        ::waitpid(pid_, &status, WCONTINUED);
    }

  private:
    pid_t pid_;
};

/// A link that names the coordinator.
class linked_to {
  public:
    explicit linked_to(pid_t coordinator) { write_coordinator_pid(path(), coordinator); }
    [[nodiscard]] std::filesystem::path path() const { return coordinator_pid_link(folder_.path); }

  private:
    banyan::testing::scratch_folder folder_;
};

}  // namespace

TEST_CASE("A coordinator that stays stopped is reported once, and its continuation once") {
    const other_process coordinator;
    const linked_to link(coordinator.pid());
    coordinator_watch watch("m", link.path(), ::getpid());
    CHECK_FALSE(watch.is_stopped_now());
    CHECK(watch.tick() == "");
    coordinator.stop();
    CHECK(watch.is_stopped_now());
    for (int i = 0; i < 10; ++i)
        CHECK(watch.tick() == "");
    CHECK_FALSE(watch.stays_stopped());
    CHECK_THAT(watch.tick(), Contains("is stopped") && Contains("kill -CONT " + std::to_string(coordinator.pid())));
    CHECK(watch.stays_stopped());
    CHECK(watch.tick() == "");
    coordinator.go_on();
    CHECK_THAT(watch.tick(), Contains("continues"));
    CHECK_FALSE(watch.stays_stopped());
    CHECK(watch.tick() == "");
}

TEST_CASE("A short stop is not reported") {
    const other_process coordinator;
    const linked_to link(coordinator.pid());
    coordinator_watch watch("m", link.path(), ::getpid());
    for (int round = 0; round < 3; ++round) {
        coordinator.stop();
        for (int i = 0; i < 9; ++i)
            CHECK(watch.tick() == "");
        coordinator.go_on();
        CHECK(watch.tick() == "");
    }
}

TEST_CASE("A slow coordinator is reported once, and never counts as stopped") {
    const other_process coordinator;
    const linked_to link(coordinator.pid());
    coordinator_watch watch("m", link.path(), ::getpid());
    watch.expect_answer(std::chrono::seconds(10));
    for (int i = 0; i < 20; ++i)
        CHECK(watch.tick() == "");
    CHECK_THAT(watch.tick(), Contains("has not answered for 10 s") && Contains("alive"));
    for (int i = 0; i < 100; ++i)
        CHECK(watch.tick() == "");
    CHECK_FALSE(watch.stays_stopped());
}

TEST_CASE("A command does not wait for a coordinator that is stopped before it is ready") {
    const other_process coordinator;
    const linked_to link(coordinator.pid());
    coordinator_watch watch("m", link.path(), ::getpid());
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    coordinator.stop();
    CHECK_FALSE(watch.wait_until_readable(ready[0]));
    coordinator.go_on();
    ::close(ready[1]);
    CHECK(watch.wait_until_readable(ready[0]));
    ::close(ready[0]);
}

TEST_CASE("The restarted coordinator is watched, not the one before it") {
    const other_process first;
    const other_process second;
    linked_to link(first.pid());
    coordinator_watch watch("m", link.path(), ::getpid());
    first.stop();
    CHECK(watch.is_stopped_now());
    write_coordinator_pid(link.path(), second.pid());
    CHECK_FALSE(watch.is_stopped_now());
    second.stop();
    CHECK(watch.is_stopped_now());
    CHECK_THAT(watch.stopped_text(), Contains("(pid " + std::to_string(second.pid()) + ")"));
}

TEST_CASE("A stopped keeper counts only if there is no coordinator") {
    const other_process keeper;
    auto coordinator = std::make_unique<other_process>();
    const linked_to link(coordinator->pid());
    coordinator_watch watch("m", link.path(), keeper.pid());
    keeper.stop();
    CHECK_FALSE(watch.is_stopped_now());
    coordinator.reset();
    CHECK(watch.is_stopped_now());
    CHECK_THAT(watch.stopped_text(), Contains("keeper (pid " + std::to_string(keeper.pid()) + ") is stopped"));
}

TEST_CASE("A coordinator whose keeper is unknown never counts as stopped") {
    const other_process coordinator;
    const linked_to link(coordinator.pid());
    coordinator_watch watch("m", link.path(), 0);
    coordinator.stop();
    for (int i = 0; i < 30; ++i)
        CHECK(watch.tick() == "");
    CHECK_FALSE(watch.is_stopped_now());
}

}  // namespace coordinator_watch_test
