// libpvmtrc without a virtual machine: messages of traces become files, and files are read.
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "libnet/pvm3/trace_record.hpp"
#include "tests/libnet/pvm3/quiet_library.hpp"
#include "tests/libnet/pvm3/trace_collector.hpp"

namespace trace_files_test {

using namespace banyan::pvm3;
using namespace banyan::testing;

namespace {

constexpr int host = traced_host, task = host + 2, other_task = host + 3;
constexpr timeval when{1700000000, 17};

std::string new_task(int tid, bool described) {
    return trace_record(TEV_NEWTASK, 0, described, when, tid)
        .add(TEV_DID_PT, -1)
        .add(TEV_DID_TF, 0)
        .add_text(TEV_DID_TN, "worker")
        .finish();
}

std::string sent(bool described, int tag) {
    return trace_record(TEV_SEND, TEV_EVENT_ENTRY, described, when, task).add(TEV_DID_MC, tag).finish();
}

/// Every type, as a task packs an event of the program.
std::string program_event() {
    const std::array<double, 2> doubles{0.1, -1e300};
    const std::array<float, 2> floats{0.5F, 3.0F};
    xdr_writer body;
    body.add(TEV_MARK_USER_EVENT_RECORD).add(TEV_USER_DEFINED).add_text("user_defined").add(1700000000).add(18);
    body.add(TEV_DATA_INT | TEV_DATA_ARRAY).add(3).add(1).add(-2).add(3);
    body.add(TEV_DATA_LONG).add_long(-5);
    body.add(TEV_DATA_BYTE | TEV_DATA_ARRAY).add(4).add(0x6122620a);  // a"b and a line feed
    const auto add_double = [&](double value) {
        body.add_long(static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(value)));
    };
    body.add(TEV_DATA_DOUBLE | TEV_DATA_ARRAY).add(2);
    add_double(doubles[0]);
    add_double(doubles[1]);
    body.add(TEV_DATA_CPLX).add(std::bit_cast<int>(floats[0])).add(std::bit_cast<int>(floats[1]));
    body.add(TEV_DATA_SHORT).add(-7);
    body.add(TEV_DATA_STRING).add_text("text");
    body.add(TEV_DATA_INT | TEV_DATA_ARRAY).add(0);
    body.add(TEV_DATA_BYTE).add(0x20000000);  // a blank
    body.add(TEV_DATA_LONG).add_long(1L << 40);
    body.add(TEV_DATA_UINT).add(static_cast<int>(3'000'000'000U));
    body.add(TEV_MARK_USER_EVENT_RECORD_END);
    return body.body();
}

}  // namespace

TEST_CASE("events of messages are read again from the file", "[pvm3][trace_files]") {
    const quiet_library quiet;
    const trace_collector writer;
    const std::vector<int> tids{1, 2, 3}, none;
    const std::vector<std::string> names{"a", "bc"};
    CHECK(writer.take(trace_meanings_message(), host) == 0);
    CHECK(writer.take(new_task(task, true), host) == 1);
    CHECK(writer.take(sent(true, 5), task) == 1);
    CHECK(writer.take(sent(false, 6), task) == 1);
    CHECK(writer.take(trace_record(TEV_MCAST, TEV_EVENT_EXIT, true, when, task)
                          .add_long(TEV_DID_PDA, 1L << 40)
                          .add(TEV_DID_MDL, tids)
                          .add(TEV_DID_FDS, none)
                          .add_texts(TEV_DID_HNL, names)
                          .add_text(TEV_DID_GN, "a \"group\" };; {")
                          .finish(),
                      task) == 1);
    const auto events = read_events(writer.file());
    REQUIRE(events.size() == 4);
    CHECK(events[0].name == "newtask");
    CHECK(events[0].number == TEV_NEWTASK);
    CHECK(events[0].phase == TRC_IGNORE_TEV);
    CHECK(value_of(events[0], "TN").bytes == std::string("worker", 7));
    CHECK(value_of(events[1], "MC").numbers == std::vector<double>{5});
    CHECK(value_of(events[2], "MC").numbers == std::vector<double>{6});
    CHECK(events[2].phase == TRC_ENTRY_TEV);
    CHECK(value_of(events[2], "TS").numbers == std::vector<double>{1700000000});
    CHECK(value_of(events[2], "TID").numbers == std::vector<double>{task});
    CHECK(events[3].phase == TRC_EXIT_TEV);
    CHECK(value_of(events[3], "PDA").numbers == std::vector<double>{static_cast<double>(1L << 40)});
    CHECK(value_of(events[3], "MDL").numbers == std::vector<double>{1, 2, 3});
    CHECK(value_of(events[3], "FDS").count == 0);
    CHECK(value_of(events[3], "HNL").bytes == "a|bc|");
    CHECK(value_of(events[3], "GN").bytes == std::string("a \"group\" };; {", 16));
}

TEST_CASE("events of the program keep the values of every type", "[pvm3][trace_files]") {
    const quiet_library quiet;
    const trace_collector writer;
    CHECK(writer.take(program_event(), task) == 1);
    CHECK(writer.take(program_event(), other_task) == 1);
    const auto events = read_events(writer.file());
    REQUIRE(events.size() == 2);
    CHECK(value_of(events[0], "TID").numbers == std::vector<double>{task});
    CHECK(value_of(events[1], "TID").numbers == std::vector<double>{other_task});
    for (const auto& event : events) {
        CHECK(event.name == "user_defined");
        CHECK(value_of(event, "TU").numbers == std::vector<double>{18});
        CHECK(value_of(event, "USR0").type == TEV_DATA_INT);
        CHECK(value_of(event, "USR0").numbers == std::vector<double>{1, -2, 3});
        CHECK(value_of(event, "USR1").numbers == std::vector<double>{-5});
        CHECK(value_of(event, "USR2").bytes == std::string("a\"b\n", 5));
        CHECK(value_of(event, "USR3").numbers == std::vector<double>{0.1, -1e300});
        CHECK(value_of(event, "USR4").numbers == std::vector<double>{0.5, 3});
        CHECK(value_of(event, "USR5").numbers == std::vector<double>{-7});
        CHECK(value_of(event, "USR6").bytes == std::string("text", 5));
        CHECK(value_of(event, "USR7").numbers.empty());
        CHECK(value_of(event, "USR8").bytes == " ");
        CHECK(value_of(event, "USR9").numbers == std::vector<double>{static_cast<double>(1L << 40)});
        CHECK(value_of(event, "USR10").numbers == std::vector<double>{3e9});
    }
}

TEST_CASE("a buffer of events is several events", "[pvm3][trace_files]") {
    const quiet_library quiet;
    const trace_collector writer;
    const std::string body = xdr_writer().add(TEV_MARK_EVENT_BUFFER).body() + sent(true, 1) + sent(false, 2) +
                             program_event() + xdr_writer().add(TEV_MARK_EVENT_BUFFER_END).body();
    CHECK(writer.take(body, task) == 3);
    CHECK(read_events(writer.file()).size() == 3);
}

TEST_CASE("a trace is complete when tasks and their output have ended", "[pvm3][trace_files]") {
    const quiet_library quiet;
    const trace_collector writer;
    const bool output_first = GENERATE(false, true);
    const auto end = trace_record(TEV_ENDTASK, 0, true, when, task).add(TEV_DID_TST, 0).finish();
    CHECK(writer.take_output(task, -1) == 1);
    writer.take(new_task(task, true), host);
    CHECK(trc_tevtasks_alive(writer.get()) == TRC_TRUE);
    CHECK(writer.take_output(task, 13, "one \"line\"\ntw") == 1);
    CHECK(writer.take_output(task, 1, "o") == 0);
    if (!output_first) writer.take(end, host);
    CHECK(writer.get()->complete == TRC_FALSE);
    CHECK(writer.take_output(task, 0) == 2);
    if (output_first) {
        CHECK(writer.get()->complete == TRC_FALSE);
        writer.take(end, host);
    }
    CHECK(writer.get()->complete == TRC_TRUE);
    CHECK(writer.get()->tevtask_list == nullptr);
    std::vector<std::string> lines;
    for (const auto& event : read_events(writer.file()))
        if (event.name == "output") lines.push_back(value_of(event, "OS").bytes.c_str());
    CHECK(lines == std::vector<std::string>{"GOTSPAWN", "one \"line\"", "two", "GOTEOF"});
}

TEST_CASE("wrong messages are refused", "[pvm3][trace_files]") {
    const silent_errors silent;
    const quiet_library quiet;
    const trace_collector writer;
    std::mt19937 random(6);
    const std::string bodies[] = {trace_meanings_message().substr(0, 400), new_task(task, true), sent(true, 1),
                                  sent(false, 1), program_event()};
    for (const auto& body : bodies) {
        for (std::size_t length = 0; length < body.size(); length += 4)
            writer.take(body.substr(0, length), task);
        for (int run = 0; run < 100; ++run) {
            std::string changed = body;
            const std::size_t place = random() % (changed.size() / 4) * 4;
            changed.replace(place, 4, xdr_writer().add(static_cast<int>(random() >> random() % 32)).body());
            writer.take(changed, task);
        }
    }
    CHECK(writer.take(sent(true, 1), task) == 1);
}

TEST_CASE("wrong files are refused", "[pvm3][trace_files]") {
    const silent_errors silent;
    const quiet_library quiet;
    std::string text;
    {
        const trace_collector writer;
        writer.take(new_task(task, true), host);
        writer.take(program_event(), task);
        text = writer.file();
    }
    int faults = 0;
    CHECK(read_events(text, &faults).size() == 2);
    CHECK(faults == 0);
    for (std::size_t length = 0; length < text.size(); length += 7)
        CHECK(read_events(text.substr(0, length)).size() <= 2);
    std::mt19937 random(7);
    for (int run = 0; run < 300; ++run) {
        std::string changed = text;
        changed[random() % changed.size()] = "0\"{}[];#(.x"[random() % 11];
        CHECK(read_events(changed).size() <= 4);
    }
}

TEST_CASE("an index that is too large for the number of an event is refused", "[pvm3][trace_files]") {
    const silent_errors silent;
    const quiet_library quiet;
    const auto file = [](const std::string& name) {
        return "#2095: \"" + name + "\"\n{\n\t// \"TID\" \"task\"\n\tint \"TID\";\n};;\n\n\"" + name + "\" { 1 };;\n";
    };
    int faults = 0;
    CHECK(read_events(file("send(1.2000000)"), &faults).size() == 1);
    CHECK(faults == 0);
    CHECK(read_events(file("send(1.2147483647)"), &faults).empty());
    CHECK(faults > 0);
}

TEST_CASE("in joined files, each event has the values of the description before it", "[pvm3][trace_files]") {
    const silent_errors silent;
    const quiet_library quiet;
    const std::string head = "#1095: \"send(1.0)\"\n{\n\t// \"TID\" \"task\"\n\tint \"TID\";\n";
    const std::string one = head + "};;\n\n\"send(1.0)\" { 7 };;\n";
    const std::string two = head + "\t// \"MC\" \"tag\"\n\tint \"MC\";\n};;\n\n\"send(1.0)\" { 8, 9 };;\n";
    int faults = 0;
    const auto events = read_events(one + two + one, &faults);
    CHECK(faults == 0);
    REQUIRE(events.size() == 3);
    CHECK(events[0].values.size() == 1);
    CHECK(value_of(events[1], "MC").numbers == std::vector<double>{9});
    CHECK(events[2].values.size() == 1);
    CHECK(value_of(events[2], "TID").numbers == std::vector<double>{7});
}

TEST_CASE("a comment is read to its end, however long it is", "[pvm3][trace_files]") {
    static std::string comment;
    const quiet_library quiet;
    const trace_collector reader;
    std::string text = "/*" + std::string(10'000, 'x') + "*/ ;;";
    reader.get()->trace_in = ::fmemopen(text.data(), text.size(), "r");
    reader.get()->handle_comment = reinterpret_cast<trc_vfp>(+[](TRC_ID, char* found) { comment = found; });
    int end = TRC_FALSE;
    CHECK(trc_read_trace_event(reader.get(), &end) == TRC_FALSE);
    CHECK(end == TRC_TRUE);
    CHECK(comment == text);
}

}  // namespace trace_files_test
