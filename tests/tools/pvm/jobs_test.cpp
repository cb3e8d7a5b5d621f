#include "tools/pvm/jobs.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace jobs_test {

using namespace banyan::pvm_console;

namespace {

struct recorder {
    std::vector<std::string> lines;
    std::vector<int> ended;
    jobs table{[this](int, const std::string& line) { lines.push_back(line); },
               [this](int job) { ended.push_back(job); }};
};

using list = std::vector<std::string>;

}  // namespace

TEST_CASE("lines of a job are whole, with job and task in front") {
    recorder r;
    const int job = r.table.add();
    r.table.add_task(job, 0x40002);
    r.table.take(job, 0x40002, -1, "");
    r.table.take(job, 0x40002, 5, "one\nt");
    CHECK(r.lines == list{"[1:t40002] one"});
    r.table.take(job, 0x40002, 5, "wo\n\nx");
    CHECK(r.lines == list{"[1:t40002] one", "[1:t40002] two", "[1:t40002] "});
    r.table.take(job, 0x40002, 0, "");
    CHECK(r.lines.back() == "[1:t40002] EOF");
    CHECK(r.lines[r.lines.size() - 2] == "[1:t40002] x");
    CHECK(r.ended == std::vector<int>{1});
    CHECK(r.table.running().empty());
}

TEST_CASE("a job ends with its last task, and tasks that they spawn belong to it") {
    recorder r;
    const int job = r.table.add();
    r.table.add_task(job, 2);
    r.table.add_task(job, 3);
    r.table.take(job, 3, 0, "");
    r.table.take(job, 4, -1, "");
    r.table.take(job, 2, 0, "");
    CHECK(r.ended.empty());
    r.table.take(job, 4, 0, "");
    CHECK(r.ended == std::vector<int>{job});
}

TEST_CASE("jobs are numbered from 1, and a job without a task is forgotten") {
    recorder r;
    CHECK(r.table.add() == 1);
    r.table.drop_if_empty(1);
    CHECK(r.table.running().empty());
    CHECK(r.table.add() == 2);
    r.table.add_task(2, 9);
    r.table.drop_if_empty(2);
    CHECK(r.table.running().size() == 1);
    CHECK(r.ended.empty());
}

TEST_CASE("messages of an unknown job and a second end are ignored") {
    recorder r;
    r.table.take(7, 2, 3, "abc");
    r.table.take(7, 2, 0, "");
    const int job = r.table.add();
    r.table.add_task(job, 2);
    r.table.add_task(job, 3);
    r.table.take(job, 2, 0, "");
    r.table.take(job, 2, 0, "");
    CHECK(r.lines == list{"[1:t2] EOF"});
    CHECK(r.ended.empty());
}

}  // namespace jobs_test
