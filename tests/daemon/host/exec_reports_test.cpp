// The reports of children that execute a program: in time, late, or of a failure.
#include "daemon/host/exec_reports.hpp"

#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>

#include "daemon/common/descriptors.hpp"

namespace exec_reports_test {

using namespace banyan::daemon;
using namespace std::chrono_literals;

namespace {

/// A pipe to a child. The child has executed its program when close_child_end() is called.
class child_pipe {
  public:
    ~child_pipe() {
        close_child_end();
        ::close(ends_[0]);
    }
    void fail(const exec_failure& why) { REQUIRE(::write(ends_[1], &why, sizeof why) == sizeof why); }
    void close_child_end() {
        if (ends_[1] >= 0) ::close(ends_[1]);
        ends_[1] = -1;
    }
    [[nodiscard]] int own_end() const { return ends_[0]; }

  private:
    std::array<int, 2> ends_ = make_pipe();
};

}  // namespace

TEST_CASE("A child that has executed its program has no failure") {
    child_pipe pipe;
    pipe.close_child_end();
    CHECK(exec_reports(1h).wait(pipe.own_end()).error == 0);
}

TEST_CASE("A child that cannot execute its program reports why") {
    child_pipe pipe;
    pipe.fail({.error = ENOENT, .at = exec_failure::step::execute, .is_elsewhere = true});
    const exec_failure read = exec_reports(1h).wait(pipe.own_end());
    CHECK(read.error == ENOENT);
    CHECK(read.at == exec_failure::step::execute);
    CHECK(read.is_elsewhere);
    CHECK_FALSE(read.in_descriptors);
}

TEST_CASE("A child whose file system does not answer counts as started, and later children as well") {
    exec_reports reports(50ms);
    child_pipe hanging, in_time;
    for (int i = 0; i < 3; ++i)
        CHECK(reports.wait(hanging.own_end()).error == 0);
    in_time.fail({.error = EACCES});
    CHECK(reports.wait(in_time.own_end()).error == EACCES);
}

}  // namespace exec_reports_test
