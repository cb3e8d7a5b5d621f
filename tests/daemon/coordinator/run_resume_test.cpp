// A run that a restarted coordinator resumes, seen from its hosts and its command.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "daemon/coordinator/known_run.hpp"
#include "daemon/coordinator/run.hpp"

namespace run_resume_test {

using namespace banyan;
using namespace banyan::daemon;
using namespace std::chrono_literals;

namespace {

struct noting_host final : run_host {
    explicit noting_host(std::uint32_t number) : number_{number}, name_("host" + std::to_string(number)) {}
    [[nodiscard]] net::host_id number() const override { return number_; }
    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] bool is_own_computer() const override { return true; }
    [[nodiscard]] host_speed speed() const override { return {}; }
    net::task_id next_task() override { return net::task_id::make(number_.value, ++last_); }
    void send(const wire::ToHost& message) override { told.push_back(message); }

    [[nodiscard]] auto count(wire::ToHost::KindCase kind) const {
        return std::ranges::count(told, kind, &wire::ToHost::kind_case);
    }
    std::vector<wire::ToHost> told{};

  private:
    net::host_id number_;
    std::string name_;
    std::uint32_t last_ = 0;
};

// While it exists, only pass() changes the time.
struct stopped_clock {
    stopped_clock() { run_clock::stands_still = true; }
    ~stopped_clock() { run_clock::stands_still = false; }
    stopped_clock(const stopped_clock&) = delete;
    stopped_clock& operator=(const stopped_clock&) = delete;
};

// A run of four tasks, as its two hosts know it. Each host has two of the tasks.
struct two_hosts {
    const stopped_clock clock{};
    std::shared_ptr<noting_host> a = std::make_shared<noting_host>(1), b = std::make_shared<noting_host>(2);
    net::asio::io_context io{};
    known_run known{};
    std::shared_ptr<run> resumed{};
    std::vector<wire::RunEnded> results{};
    std::vector<std::string> output{};
    int forgotten = 0;

    two_hosts() {
        known.record.set_run(7);
        known.record.set_program("./ring");
        known.record.mutable_request()->set_tasks(4);
        known.record.mutable_request()->set_token("the token");
        for (const auto& host : {a, b}) {
            auto& listed = *known.record.add_hosts();
            listed.set_number(host->number().value);
            listed.set_name(host->name());
            for (int i = 0; i < 2; ++i) {
                const auto task = host->next_task();
                known.record.add_tasks(task.value);
                known.tasks[task.value].set_task(task.value);
                known.tasks[task.value].set_run(7);
                known.tasks[task.value].set_pid(1000 + static_cast<int>(known.tasks.size()));
            }
        }
    }
    wire::TaskKnown& task(int rank) { return known.tasks.at(known.record.tasks(rank)); }

    void take_up(const host_table& hosts) {
        for (const auto& [number, host] : hosts)
            known.hosts.insert(number);
        resumed = std::make_shared<run>(io, known, hosts);
        resumed->on_forgotten([this] { ++forgotten; });
        resumed->resume_hosts(known);
    }
    void take_up() { take_up({{1, a}, {2, b}}); }
    void command_returns(const wire::StartRun& again = {}) {
        wire::ProgramPart program;
        program.add_command("./ring");
        resumed->resume(
            again, {program},
            {[this](int rank, bool, const std::string& data) { output.push_back(std::to_string(rank) + ":" + data); },
             [](std::uint32_t) {}, [](const wire::Waits&) {},
             [this](const wire::RunEnded& result) { results.push_back(result); }});
    }
    void pass(std::chrono::milliseconds time) {
        run_clock::ahead += std::chrono::duration_cast<run_clock::duration>(time).count();
        bool looked = false;  // Asio checks all timers when one expires
        net::asio::steady_timer nudge(io, 0s);
        nudge.async_wait([&looked](const auto&) { looked = true; });
        for (io.restart(); !looked;)
            io.run_one();
        io.poll();
    }
    void report_end(int rank, int wait_status) {
        wire::FromHost died, ended;
        died.mutable_died()->set_task(known.record.tasks(rank));
        died.mutable_died()->set_wait_status(wait_status);
        ended.mutable_ended()->set_task(known.record.tasks(rank));
        resumed->take(died);
        resumed->take(ended);
    }
};

using kind = wire::ToHost::KindCase;

}  // namespace

TEST_CASE("A resumed run requests the output that its command lacks, starts nothing twice, and ends as any other",
          "[resume]") {
    two_hosts r;
    r.take_up();
    wire::StartRun again;
    for (const std::uint64_t bytes : {10, 20, 30, 40})
        again.add_received(bytes), again.add_credited(bytes / 2);
    r.command_returns(again);
    CHECK(r.a->count(kind::kStart) + r.b->count(kind::kStart) == 0);
    REQUIRE(r.b->count(kind::kResumeOutput) == 2);
    const auto& last = r.b->told.back().resume_output();
    CHECK(last.task() == r.known.record.tasks(3));
    CHECK(last.received() == 40);
    CHECK(last.credited() == 20);
    for (int rank = 0; rank < 4; ++rank)
        r.report_end(rank, 0);
    REQUIRE(r.results.size() == 1);
    CHECK(r.results[0].status() == 0);
    CHECK(r.forgotten == 0);  // the result can be lost with this coordinator too
    CHECK(r.a->count(kind::kRunOver) == 0);
    r.resumed->release();
    CHECK(r.forgotten == 1);
    CHECK(r.a->count(kind::kRunOver) == 1);
}

TEST_CASE("A resumed run gives its tasks the speeds that it had at its start", "[resume]") {
    two_hosts r;
    for (const double speed : {4.0, 3.0, 2.0, 1.0})
        r.known.record.mutable_speeds()->add_values(speed);
    r.known.record.mutable_speeds()->set_measured_at(77);
    for (int rank = 0; rank < 4; ++rank)
        r.task(rank).mutable_published()->set_unix_path("/somewhere");
    r.take_up();
    REQUIRE(r.a->count(kind::kTable) == 1);
    const auto table = std::ranges::find(r.a->told, kind::kTable, &wire::ToHost::kind_case)->table().table();
    CHECK(table.speeds_measured_at() == 77);
    CHECK(table.members(0).speed() == 4);
    CHECK(table.members(3).speed() == 1);
    const auto record = std::ranges::find(r.a->told, kind::kRunRecord, &wire::ToHost::kind_case)->run_record();
    CHECK(record.speeds().values_size() == 4);
}

TEST_CASE("Tasks that their host did not know are started when the command reconnects", "[resume]") {
    two_hosts r;
    r.known.tasks.erase(r.known.record.tasks(1));
    r.known.tasks.erase(r.known.record.tasks(2));
    r.known.tasks.erase(r.known.record.tasks(3));
    r.take_up();
    CHECK(r.b->count(kind::kStart) == 0);
    r.command_returns();
    CHECK(r.a->count(kind::kProgram) == 0);  // the program was sent before the first task
    REQUIRE(r.a->count(kind::kStart) == 1);
    const auto started = std::ranges::find(r.a->told, kind::kStart, &wire::ToHost::kind_case)->start();
    CHECK(started.rank() == 1);
    CHECK(started.rank_on_host() == 1);
    CHECK(started.tasks_on_host() == 2);
    REQUIRE(r.b->count(kind::kProgram) == 1);
    CHECK(std::ranges::find(r.b->told, kind::kProgram, &wire::ToHost::kind_case)->program().is_first());
    CHECK(r.b->count(kind::kStart) == 2);
}

TEST_CASE("A resumed run ends with the name of a host that does not reconnect", "[resume]") {
    two_hosts r;
    r.known.tasks.erase(r.known.record.tasks(2));
    r.known.tasks.erase(r.known.record.tasks(3));
    r.take_up({{1, r.a}});
    CHECK(r.a->count(kind::kLoss) == 2);
    r.command_returns();
    r.pass(100ms);
    CHECK(r.a->count(kind::kSignal) == 2);
    r.report_end(0, SIGTERM);
    r.report_end(1, SIGTERM);
    REQUIRE(r.results.size() == 1);
    CHECK(r.results[0].status() == 1);
    CHECK(r.results[0].text().find("host host2 is lost") == 0);
}

TEST_CASE("Losses keep the order in which they were sent, and are sent to hosts that lack them", "[resume]") {
    two_hosts r;
    for (const int rank : {2, 0}) {
        r.task(rank).set_wait_status(3 << 8);
        r.known.losses.emplace_back().set_task(r.known.record.tasks(rank));
    }
    r.task(1).set_left(true);
    r.take_up();
    std::vector<std::uint32_t> told;
    for (const auto& message : r.b->told)
        if (message.has_loss()) told.push_back(message.loss().loss().task());
    CHECK(told ==
          std::vector<std::uint32_t>{r.known.record.tasks(2), r.known.record.tasks(0), r.known.record.tasks(1)});
}

TEST_CASE("A host that learns of a run later gets what the others got", "[resume]") {
    two_hosts r;
    r.known.tasks.erase(r.known.record.tasks(2));
    r.known.tasks.erase(r.known.record.tasks(3));
    r.take_up();
    r.report_end(0, 0);  // before the command has reconnected
    r.command_returns();
    REQUIRE(r.b->told.size() >= 3);
    CHECK(r.b->told[0].has_run_record());
    REQUIRE(r.b->count(kind::kLoss) == 1);
    const auto loss = std::ranges::find(r.b->told, kind::kLoss, &wire::ToHost::kind_case);
    CHECK(loss->loss().loss().task() == r.known.record.tasks(0));
    CHECK(loss < std::ranges::find(r.b->told, kind::kStart, &wire::ToHost::kind_case));
}

TEST_CASE("A signal of the user reaches the tasks that the last coordinator did not reach, once", "[resume]") {
    two_hosts r;
    const bool is_known = GENERATE(true, false);  // whether a host knows that the run is being ended
    if (is_known) r.known.ending.set_interrupted_by(SIGINT);
    r.task(0).set_asked_to_end_by(SIGINT);
    r.task(1).set_asked_to_end_by(SIGINT);
    r.take_up();
    wire::StartRun again;
    again.set_asked_to_end_by(SIGINT);
    r.command_returns(again);
    CHECK(r.a->count(kind::kSignal) == 0);
    CHECK(r.b->count(kind::kSignal) == 2);
}

TEST_CASE("A run that was being ended ends with the reason that was known", "[resume]") {
    two_hosts r;
    r.known.ending.mutable_result()->set_status(139);
    r.known.ending.mutable_result()->set_text("rank 2: killed by SIGSEGV");
    r.known.ending.mutable_result()->add_failures()->set_rank(2);
    r.take_up();
    r.command_returns();
    CHECK(r.b->count(kind::kSignal) == 2);
    for (int rank = 0; rank < 4; ++rank)
        r.report_end(rank, SIGTERM);
    REQUIRE(r.results.size() == 1);
    CHECK(r.results[0].status() == 139);
    CHECK(r.results[0].text() == "rank 2: killed by SIGSEGV");
    CHECK(r.results[0].failures_size() == 1);
}

TEST_CASE("A run whose command does not reconnect within a minute is killed and forgotten", "[resume]") {
    two_hosts r;
    r.known.tasks.erase(r.known.record.tasks(3));  // was not started and will not be
    r.take_up();
    r.pass(59'900ms);
    CHECK(r.a->count(kind::kDiscard) == 0);
    r.pass(200ms);
    REQUIRE(r.a->count(kind::kDiscard) == 2);
    CHECK(r.a->told.back().discard().task() == 0);  // the signals are sent last
    for (int rank = 0; rank < 3; ++rank)
        r.report_end(rank, SIGKILL);
    CHECK(r.forgotten == 1);
}

TEST_CASE("A run whose command has died is killed at once", "[resume]") {
    two_hosts r;
    const pid_t dead = ::fork();
    if (dead == 0) ::_exit(0);
    REQUIRE(::waitpid(dead, nullptr, 0) == dead);
    r.known.record.mutable_request()->set_command_pid(dead);
    r.take_up();
    r.pass(0ms);
    CHECK(r.a->count(kind::kDiscard) == 2);
}

TEST_CASE("The time limit of a run includes the time before the restart", "[resume]") {
    two_hosts r;
    r.known.record.mutable_request()->set_timeout_ms(60'000);
    r.known.age_ms = 59'000;
    r.take_up();
    r.command_returns();
    r.pass(900ms);
    CHECK(r.a->count(kind::kSignal) == 0);
    r.pass(200ms);
    CHECK(r.a->count(kind::kSignal) == 2);
}

TEST_CASE("A result that was not taken waits for the command", "[resume]") {
    two_hosts r;
    r.take_up();
    for (int rank = 0; rank < 4; ++rank)
        r.report_end(rank, 0);
    CHECK(r.forgotten == 0);
    r.command_returns();
    CHECK(r.results.empty());  // the answer to the command is sent first
    r.pass(0ms);
    REQUIRE(r.results.size() == 1);
    r.resumed->release();
    CHECK(r.forgotten == 1);
}

TEST_CASE("A host that has left after its tasks were over ends no run", "[resume]") {
    two_hosts r;
    for (const int rank : {2, 3}) {
        r.task(rank).set_wait_status(0);
        r.task(rank).set_ended(true);
    }
    r.take_up({{1, r.a}});
    r.command_returns();
    r.pass(100ms);
    for (const int rank : {0, 1})
        r.report_end(rank, 0);
    REQUIRE(r.results.size() == 1);
    CHECK(r.results[0].status() == 0);
}

TEST_CASE("Hosts are told which tasks of a leaving host were over", "[resume]") {
    two_hosts r;
    r.take_up();
    r.command_returns();
    r.report_end(2, 0);
    r.resumed->host_lost(*r.b, "it was deleted");
    REQUIRE(r.a->count(kind::kTaskOver) == 1);
    const auto told = std::ranges::find(r.a->told, kind::kTaskOver, &wire::ToHost::kind_case)->task_over().task();
    CHECK(told.task() == r.known.record.tasks(2));
    CHECK(told.ended());
    CHECK(told.has_wait_status());
}

TEST_CASE("Signals reach only the processes of the tasks if the command wants that", "[resume]") {
    two_hosts r;
    const bool is_wanted = GENERATE(false, true);
    wire::StartRun again;
    again.set_signals_only_processes(is_wanted);
    r.take_up();
    r.command_returns(again);
    r.resumed->signal(SIGUSR1);
    REQUIRE(r.a->count(kind::kSignal) == 2);
    CHECK(r.a->told.back().signal().only_process() == is_wanted);
}

TEST_CASE("Tasks that were asked to end are not asked again, and have the remaining time", "[resume]") {
    two_hosts r;
    r.known.record.mutable_request()->set_timeout_ms(1000);
    r.known.age_ms = 1500;
    r.known.ending.mutable_result()->set_status(124);
    r.known.ending.set_grace_ms(5000);
    r.known.ending_age_ms = 500;
    for (const int rank : {0, 1, 2})
        r.task(rank).set_asked_to_end_by(SIGTERM);
    r.take_up();
    r.command_returns();
    CHECK(r.a->count(kind::kSignal) == 0);
    REQUIRE(r.b->count(kind::kSignal) == 1);  // rank 3 had not been asked to end
    r.pass(4400ms);
    CHECK(r.a->count(kind::kSignal) == 0);
    r.pass(200ms);
    CHECK(r.a->count(kind::kSignal) == 2);
    CHECK(r.a->told.back().signal().signal() == SIGKILL);
}

TEST_CASE("A run continues while its command is alive but not connected, if the run cannot be over", "[resume]") {
    two_hosts r;
    r.known.record.mutable_request()->set_command_pid(::getpid());
    SECTION("while tasks live") {
        r.take_up();
        r.pass(1h);
        CHECK(r.a->count(kind::kDiscard) == 0);
    }
    SECTION("but not for ever when a host has forgotten it and no task lives") {
        r.known.tasks.erase(r.known.record.tasks(2));
        r.known.tasks.erase(r.known.record.tasks(3));
        for (const int rank : {0, 1})
            r.task(rank).set_wait_status(0);
        r.known.hosts = {1};
        r.resumed = std::make_shared<run>(r.io, r.known, host_table{{1, r.a}, {2, r.b}});
        r.resumed->resume_hosts(r.known);
        r.pass(59s);
        CHECK(r.a->count(kind::kDiscard) == 0);
        r.pass(2s);
        CHECK(r.a->count(kind::kDiscard) == 2);
    }
}

}  // namespace run_resume_test
