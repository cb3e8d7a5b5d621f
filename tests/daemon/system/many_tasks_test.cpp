// Many tasks on one host. No process blocks. A shortage of descriptors gives one error line, and no descriptor stays
// open.
#include <sys/resource.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <iterator>
#include <vector>

#include "tests/common/long_form.hpp"
#include "tests/daemon/system/child.hpp"

namespace many_tasks_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

/// Runs `banyan ARG...` with a soft and hard limit of `descriptors`.
child_result run_limited(const arena& a, int descriptors, const std::vector<std::string>& arguments) {
    std::vector<std::string> words{"sh", "-c", "ulimit -n \"$1\"; shift; exec \"$@\"", "sh",
                                   std::to_string(descriptors)};
    for (const auto& word : banyan_command(arguments))
        words.push_back(word);
    child c(a, words);
    return c.finish();
}

std::vector<std::ptrdiff_t> open_descriptors(const std::vector<pid_t>& processes) {
    std::vector<std::ptrdiff_t> counts;
    for (const pid_t pid : processes)
        counts.push_back(std::distance(begin(fs::directory_iterator("/proc/" + std::to_string(pid) + "/fd")),
                                       end(fs::directory_iterator())));
    return counts;
}

/// The soft descriptor limit of a shell that a task of a run executes.
std::string limit_in_task(const arena& a) {
    return run_banyan(a, {"run", "-n", "1", "--", "sh", "-c", "ulimit -Sn"}).out;
}

}  // namespace

TEST_CASE("Hundreds of tasks start and end, and the virtual machine continues") {
    const arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    for (const int tasks : {400, number_of("BANYAN_TEST_TASKS", 400)}) {
        const auto r = run_banyan(a, {"run", "-n", std::to_string(tasks), "--", "true"});
        CHECK(r.err.empty());
        CHECK(r.status == 0);
    }
    CHECK(run_banyan(a, {"run", "-n", "2", "--", "true"}).status == 0);
    CHECK(run_banyan(a, {"down"}).status == 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("More tasks than descriptors: one line that names the limit") {
    const int descriptors = GENERATE(40, 200);
    CAPTURE(descriptors);
    const arena a;
    const auto r =
        run_limited(a, descriptors, {"run", "-n", std::to_string(descriptors), "--", task_program(), "hang"});
    CHECK(r.status == 1);
    CHECK(count_lines(r.err) == 1);
    CHECK_THAT(r.err, Contains(std::to_string(descriptors) + " are allowed (ulimit -n)"));
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("Runs that are refused leave no descriptor open") {
    const arena a;
    REQUIRE(run_limited(a, 200, {"up"}).status == 0);
    const auto refuse_program = [&] { CHECK(run_banyan(a, {"run", "-n", "2", "--", "/nonexistent"}).status != 0); };
    const auto refuse_all = [&] {
        refuse_program();
        CHECK(run_banyan(a, {"run", "-n", "2", "--wd", "/nonexistent", "--", "true"}).status != 0);
        CHECK(run_banyan(a, {"run", "-n", "200", "--", task_program(), "hang"}).status == 1);
    };
    std::vector<pid_t> daemons;  // keeper, coordinator, watcher, host daemon, spawner
    REQUIRE(eventually([&] { return (daemons = a.processes_with("banyand")).size() == 5; }));
    refuse_all();
    const auto before = open_descriptors(daemons);
    for (int i = 0; i < number_of("BANYAN_TEST_REFUSALS", 3); ++i)
        refuse_all();
    for (int i = 0; i < (full_form() ? 1000 : 0); ++i)
        refuse_program();
    const auto none_is_left = [&] {
        return std::ranges::equal(open_descriptors(daemons), before, std::ranges::less_equal());
    };
    CHECK(eventually(none_is_left, clean_up_limit));
    CHECK(run_banyan(a, {"run", "-n", "2", "--", "true"}).status == 0);
    run_banyan(a, {"down"});
}

TEST_CASE("A task has the caller's limit of descriptors, the daemons have the hard limit") {
    const arena a;
    rlimit limit{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
    const rlimit lower{std::min<rlim_t>(100, limit.rlim_max), limit.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &lower) == 0);
    const std::string told = limit_in_task(a);
    const auto many = run_banyan(a, {"run", "-n", "60", "--", "true"});  // needs at least 2 descriptors for each task
    ::setrlimit(RLIMIT_NOFILE, &limit);
    CHECK(told == "100\n");
    CHECK(many.err.empty());
    CHECK(many.status == 0);
}

}  // namespace many_tasks_test
