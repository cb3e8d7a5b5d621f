// The file of a trace: well-formed, as the trace-event format wants it, and read back with the same numbers.
#include "tools/banyan/trace_file.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "tools/banyan/trace_plot.hpp"
#include "tools/banyan/trace_report.hpp"

namespace trace_file_test {

using namespace banyan::tools;
using namespace banyan::net::tracing;
using nlohmann::json;

namespace {

timeline random_timeline(std::mt19937_64& random) {
    timeline run;
    const int tasks = 1 + static_cast<int>(random() % 9);
    for (int rank = 0; rank < tasks; ++rank) {
        task_timeline t;
        t.rank = rank;
        t.begin = t.end = 1'000'000'000'000 + static_cast<nanoseconds>(random() % 1000);
        t.dropped = random() % 3;
        if (random() % 2 == 0) t.clock = {{5, -7, 2}};
        for (int i = static_cast<int>(random() % 30); i > 0; --i) {
            interval next{.begin = t.end, .end = t.end + static_cast<nanoseconds>(random() % 100'000'000)};
            next.is_blocked = random() % 2 == 0;
            next.kind = static_cast<wait_kind>(random() % wait_kinds);
            next.context = banyan::net::context_id{static_cast<std::uint32_t>(random())};
            next.tag = banyan::net::tag{static_cast<std::int32_t>(random() >> 33)};
            if (next.is_blocked && next.length() > 0)
                next.algorithmic = static_cast<nanoseconds>(random() % static_cast<std::uint64_t>(next.length() + 1));
            t.end = next.end;
            t.intervals.push_back(next);
        }
        run.tasks.push_back(t);
    }
    for (auto i = random() % 40; i > 0; --i)
        run.messages.push_back({.sender = random() % run.tasks.size(),
                                .receiver = random() % run.tasks.size(),
                                .sent = run.tasks[0].begin + static_cast<nanoseconds>(random() % 1000),
                                .received = run.tasks[0].begin + static_cast<nanoseconds>(1000 + random() % 1000),
                                .bytes = random() % 100});
    run.unpaired_sends = random() % 5;
    run.unpaired_receives = random() % 5;
    return run;
}

/// What the trace-event format demands of an event; throws where a field is missing or has another type.
void check_event(const json& e, std::map<std::uint64_t, std::set<std::string>>& flows) {
    const auto phase = e.at("ph").get<std::string>();
    CHECK(e.at("pid").is_number_integer());
    CHECK(e.at("tid").is_number_unsigned());
    CHECK(e.at("name").is_string());
    if (phase == "M") {
        CHECK(e.at("args").is_object());
        return;
    }
    CHECK(e.at("ts").get<double>() >= 0);
    CHECK(e.at("cat").is_string());
    if (phase == "X") {
        CHECK(e.at("dur").get<double>() >= 0);
    } else {
        CHECK((phase == "s" || (phase == "f" && e.at("bp") == "e")));
        CHECK(flows[e.at("id")].insert(phase).second);
    }
}

void check_equal(const trace_samples& a, const trace_samples& b) {
    CHECK(std::tuple(a.messages, a.unpaired_sends, a.unpaired_receives, a.incomplete) ==
          std::tuple(b.messages, b.unpaired_sends, b.unpaired_receives, b.incomplete));
    REQUIRE(a.tasks.size() == b.tasks.size());
    for (std::size_t i = 0; i < a.tasks.size(); ++i) {
        const auto &x = a.tasks[i], &y = b.tasks[i];
        CHECK(std::tuple(x.rank, x.dropped) == std::tuple(y.rank, y.dropped));
        CHECK(x.computing == y.computing);
        CHECK(x.blocked == y.blocked);
        CHECK(x.algorithmic == y.algorithmic);
    }
}

}  // namespace

TEST_CASE("a trace file is well-formed, has both ends of every message, and is read back exactly") {
    std::mt19937_64 random(31);
    for (int i = 0; i < 60; ++i) {
        const timeline run = random_timeline(random);
        const std::vector<int> incomplete(random() % 2, 3);
        std::stringstream file;
        write_trace(file, run, incomplete);
        const json whole = json::parse(file.str());
        std::map<std::uint64_t, std::set<std::string>> flows;
        for (const json& e : whole.at("traceEvents"))
            check_event(e, flows);
        CHECK(flows.size() == run.messages.size());
        for (const auto& [id, ends] : flows)
            CHECK(ends == std::set<std::string>{"s", "f"});
        check_equal(read_trace(file), samples_of(run, incomplete));
    }
}

TEST_CASE("other text is not a trace") {
    for (const char* text : {"", "[]", "{}", "7", "{\"otherData\":{\"schema\":\"other\"},\"traceEvents\":[]}",
                             "{\"traceEvents\":[{}]}", "{\"otherData\":{\"schema\":\"banyan.trace.file.v1\"}}",
                             "{\"traceEvents\":[{\"ph\":\"X\",\"dur\":-5,\"cat\":\"computing\",\"pid\":0}]}",
                             "{\"traceEvents\":[{\"ph\":\"X\",\"dur\":1,\"cat\":\"blocked\",\"pid\":0,\"args\":{"
                             "\"algorithmic_us\":2}}]}"}) {
        INFO(text);
        std::istringstream file(text);
        CHECK_THROWS_AS(read_trace(file), std::runtime_error);
        std::istringstream again(text);
        CHECK_THROWS_WITH(read_trace(again), !Catch::Contains("json.exception"));
    }
    std::istringstream cut("{\"traceEvents\":");
    CHECK_THROWS_WITH(read_trace(cut), "at byte 16 it is not JSON, or it ends too early");
}

TEST_CASE("a trace file with a number that is no rank and no count is refused") {
    const auto file_with = [](const char* rank, const char* messages, const char* incomplete, const char* process) {
        return fmt::format(
            "{{\"otherData\":{{\"schema\":\"banyan.trace.file.v1\",\"tasks\":[{{\"rank\":{},\"dropped\":0}}],"
            "\"incomplete\":{},\"messages\":{},\"unpaired_sends\":0,\"unpaired_receives\":0}},"
            "\"traceEvents\":[{{\"ph\":\"X\",\"dur\":1,\"cat\":\"computing\",\"pid\":{}}}]}}",
            rank, incomplete, messages, process);
    };
    std::istringstream good(file_with("3", "18446744073709551615", "[0]", "3"));
    CHECK(read_trace(good).tasks.at(0).computing.size() == 1);
    for (const char* number : {"-1", "0.5", "1e300", "2147483648", "\"3\"", "true", "null"}) {
        INFO(number);
        std::istringstream rank(file_with(number, "0", "[]", "3"));
        CHECK_THROWS_AS(read_trace(rank), std::runtime_error);
        std::istringstream process(file_with("3", "0", "[]", number));
        CHECK_THROWS_AS(read_trace(process), std::runtime_error);
        std::istringstream incomplete(file_with("3", "0", fmt::format("[{}]", number).c_str(), "3"));
        CHECK_THROWS_AS(read_trace(incomplete), std::runtime_error);
    }
    for (const char* count : {"-1", "0.5", "1e300", "18446744073709551616"}) {
        INFO(count);
        std::istringstream messages(file_with("3", count, "[]", "3"));
        CHECK_THROWS_AS(read_trace(messages), std::runtime_error);
    }
    std::istringstream no_list(file_with("3", "0", "0", "3"));
    CHECK_THROWS_WITH(read_trace(no_list), "incomplete is not a list");
}

TEST_CASE("an interval that is longer than any run is refused, and long intervals have a sum") {
    const auto file_with = [](const char* us, int intervals) {
        std::string events;
        for (int i = 0; i < intervals; ++i)
            events +=
                fmt::format("{}{{\"ph\":\"X\",\"dur\":{},\"cat\":\"computing\",\"pid\":0}}", i == 0 ? "" : ",", us);
        return "{\"otherData\":{\"schema\":\"banyan.trace.file.v1\",\"tasks\":[{\"rank\":0,\"dropped\":0}],"
               "\"incomplete\":[],\"messages\":0,\"unpaired_sends\":0,\"unpaired_receives\":0},\"traceEvents\":[" +
               events + "]}";
    };
    constexpr int intervals = 20;  // their sum in nanoseconds is larger than any std::int64_t
    std::istringstream longest(file_with("1e15", intervals));
    const auto report = report_of(read_trace(longest), level_trees()[0]);
    CHECK(report.tasks.at(0).times[0].total_s == Approx(intervals * 1e9));
    for (const char* us : {"1.1e15", "-1.1e15", "1e300"}) {
        std::istringstream too_long(file_with(us, 1));
        CHECK_THROWS_WITH(read_trace(too_long), "an interval has an impossible length");
    }
}

TEST_CASE("levels and tasks have the same intervals, and the parts of blocking add up") {
    std::mt19937_64 random(37);
    for (int i = 0; i < 30; ++i) {
        const level_tree& tree = level_trees()[static_cast<std::size_t>(i) % level_trees().size()];
        const trace_report report = report_of(samples_of(random_timeline(random), {}), tree);
        for (std::size_t k = 0; k < time_kinds.size(); ++k) {
            std::uint64_t of_levels = 0, of_tasks = 0;
            for (const time_row& r : report.levels)
                of_levels += r.times[k].count;
            for (const time_row& r : report.tasks)
                of_tasks += r.times[k].count;
            CHECK(of_levels == of_tasks);
        }
        for (const time_row& r : report.levels) {
            CHECK(r.times[2].total_s + r.times[3].total_s == Approx(r.times[1].total_s));
            CHECK(r.times[1].count == r.times[2].count);
            CHECK(r.utilization() >= 0);
            CHECK(r.utilization() <= 1);
        }
        const json object = report_json(report);
        CHECK(object["tree"] == tree.name);
        CHECK(object["levels"].size() == report.levels.size());
        CHECK(object["tasks"].size() == report.tasks.size());
        CHECK_THAT(report_text(report), Catch::Contains("level 0: intervals by length"));
        CHECK_THAT(report_text(report, 0), Catch::Contains("rank 0: intervals by length"));
    }
}

TEST_CASE("the levels of the two binary trees are the groups of the published histograms") {
    timeline run;
    for (int rank = 0; rank < 64; ++rank) {
        task_timeline task;
        task.rank = rank;
        run.tasks.push_back(task);
    }
    const trace_report report = report_of(samples_of(run, {}), level_tree_named("two-binary"));
    std::vector<int> tasks;
    for (const time_row& row : report.levels) {
        CHECK(row.number == static_cast<int>(tasks.size()));
        tasks.push_back(row.tasks);
    }
    CHECK(tasks == std::vector{2, 2, 4, 8, 16, 32});
}

TEST_CASE("the program of the picture has a panel for each level and kind of time") {
    std::mt19937_64 random(43);
    const trace_report report = report_of(samples_of(random_timeline(random), {}));
    const std::string program = trace_plot_program(report, "it's.svg");
    std::size_t panels = 0;
    for (std::size_t at = program.find("\nplot "); at != program.npos; at = program.find("\nplot ", at + 1))
        ++panels;
    CHECK(panels == report.levels.size() * time_kinds.size());
    CHECK_THAT(program, Catch::Contains("set terminal svg") && Catch::Contains("set output 'it''s.svg'"));
    CHECK_THAT(trace_plot_program(report, "a.png"), Catch::Contains("set terminal pngcairo"));
}

}  // namespace trace_file_test
