// Traces as lines.
#include "tools/pvm/trace_lines.hpp"

#include <catch2/catch.hpp>

#include "libnet/pvm3/trace_record.hpp"

namespace trace_lines_test {

using namespace banyan::pvm3;
using banyan::pvm_console::trace_lines;
using lines = std::vector<std::string>;

namespace {

constexpr int task = 0x40003, other = 0x40002;

std::string sending(bool described, long microseconds) {
    trace_record record(TEV_SEND, TEV_EVENT_ENTRY, described, {1000000, microseconds}, task);
    record.add(TEV_DID_DST, other).add(TEV_DID_MC, -4).add_long(TEV_DID_PDA, 1L << 40);
    const std::vector<int> tids{task, other};
    return record.add(TEV_DID_MDL, tids).add_text(TEV_DID_CN, "a name").finish();
}

}  // namespace

TEST_CASE("Records are lines, also those that a description comes before") {
    trace_lines trace;
    const std::string rest = "send begins DST=t40002 MC=-4 PDA=1099511627776 MDL=[t40003 t40002] CN='a name'";
    CHECK(trace.take(task, sending(true, 5)) == lines{"t40003 0.000000 " + rest});
    CHECK(trace.take(task, sending(false, 1005)) == lines{"t40003 0.001000 " + rest});
    CHECK(trace.take(other, sending(false, 1005)).empty());  // not described by this task
}

TEST_CASE("Several records in a buffer are several lines") {
    trace_lines trace;
    const auto begin = xdr_writer().add(TEV_MARK_EVENT_BUFFER), end = xdr_writer().add(TEV_MARK_EVENT_BUFFER_END);
    CHECK(trace.take(task, begin.body() + sending(true, 0) + sending(false, 0) + end.body()).size() == 2);
}

TEST_CASE("An event of the program has its values") {
    trace_lines trace;
    xdr_writer body;
    body.add(TEV_MARK_USER_EVENT_RECORD).add(TEV_USER_DEFINED).add_text("user_defined").add(1000000).add(0);
    body.add(TEV_DATA_INT | TEV_DATA_ARRAY).add(2).add(7).add(8);
    body.add(TEV_DATA_DOUBLE).add(0x3ff80000).add(0);
    body.add(TEV_DATA_BYTE | TEV_DATA_ARRAY).add(3).add(0x61626300);
    body.add(TEV_MARK_USER_EVENT_RECORD_END);
    CHECK(trace.take(task, body.body()) == lines{"t40003 0.000000 user_defined [7 8] 1.5 'abc'"});
}

TEST_CASE("What is cut short is no line") {
    const auto whole = sending(true, 0);
    for (std::size_t length = 0; length < whole.size(); length += 4) {
        trace_lines trace;
        CHECK(trace.take(task, std::string_view(whole).substr(0, length)).empty());
    }
    CHECK(trace_lines().take(task, trace_meanings_message()).empty());
}

}  // namespace trace_lines_test
