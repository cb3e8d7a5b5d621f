// Records of a trace, against the bytes of PVM 3.4.6.
#include "libnet/pvm3/trace_record.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "libnet/pvm3/codec.hpp"
#include "libnet/pvm3/message_buffer.hpp"

namespace trace_record_test {

using namespace banyan::pvm3;

namespace {

constexpr timeval when{1000000, 17};
constexpr int task = 0x40002;

// The words of a body that has only integers and texts of up to 3 characters.
std::vector<int> words(const std::string& body) {
    xdr_reader reader(body);
    std::vector<int> result;
    while (const auto value = reader.integer())
        result.push_back(*value);
    return result;
}

}  // namespace

TEST_CASE("The first record describes its values", "[pvm3]") {
    trace_record record(TEV_SEND, TEV_EVENT_EXIT, true, when, task);
    const int send_text = 0x73656e64;  // "send"
    CHECK(words(record.add(TEV_DID_CC, -2).finish()) ==
          std::vector<int>{TEV_MARK_EVENT_DESC, TEV_SEND | TEV_EVENT_EXIT, 5, send_text, 0, TEV_DID_TS, TEV_DATA_INT,
                           1000000, TEV_DID_TU, TEV_DATA_INT, 17, TEV_DID_TID, TEV_DATA_INT, task, TEV_DID_CC,
                           TEV_DATA_INT, -2, TEV_MARK_EVENT_DESC_END});
}

TEST_CASE("Later records have the values only", "[pvm3]") {
    trace_record record(TEV_MCAST, TEV_EVENT_ENTRY, false, when, task);
    const std::vector<int> tids{1, 2};
    record.add(TEV_DID_MDL, tids).add_long(TEV_DID_PDA, -1).add_texts(TEV_DID_HNL, {});
    CHECK(words(record.finish()) == std::vector<int>{TEV_MARK_EVENT_RECORD, TEV_MCAST | TEV_EVENT_ENTRY, 1000000, 17,
                                                     task, 2, 1, 2, -1, -1, 0, TEV_MARK_EVENT_RECORD_END});
}

TEST_CASE("The meanings of values are complete and different", "[pvm3]") {
    std::set<std::string> names;
    for (const auto& meaning : trace_meanings())
        names.insert(meaning.name);
    CHECK(names.size() == TEV_DID_MAX + 1);
    const auto message = trace_meanings_message();
    xdr_reader reader(message);
    CHECK(reader.integer() == TEV_MARK_DATA_ID);
    for (int number = 0; number <= TEV_DID_MAX; ++number) {
        CHECK(reader.integer() == number);
        CHECK(reader.text() == trace_meanings()[static_cast<std::size_t>(number)].name);
        CHECK(reader.text());
    }
    CHECK(reader.integer() == TEV_MARK_DATA_ID_END);
    CHECK(reader.at_end());
}

TEST_CASE("A buffer for an event of the program describes what is packed", "[pvm3]") {
    message_buffer buffer(PvmDataTrace);
    const int numbers[] = {7, 8};
    const double fraction = 1.5;
    REQUIRE(pack<int>(buffer, {numbers, 1, 1}) == PvmOk);
    REQUIRE(pack<int>(buffer, {numbers, 2, 1}) == PvmOk);
    REQUIRE(pack<int>(buffer, {numbers, 0, 1}) == PvmOk);
    REQUIRE(pack<double>(buffer, {&fraction, 1, 1}) == PvmOk);
    REQUIRE(pack_string(buffer, "abc") == PvmOk);
    const auto& body = buffer.message.body;
    xdr_reader reader({reinterpret_cast<const char*>(body.data()), body.size()});
    CHECK(reader.integer() == TEV_MARK_USER_EVENT_RECORD);
    CHECK(reader.integer() == TEV_USER_DEFINED);
    CHECK(reader.text() == "user_defined");
    CHECK(*reader.integer() > 1000000000);
    (void)reader.integer();
    std::vector<int> rest;
    while (const auto value = reader.integer())
        rest.push_back(*value);
    CHECK(rest == std::vector<int>{TEV_DATA_INT, 7, TEV_DATA_INT | TEV_DATA_ARRAY, 2, 7, 8, TEV_DATA_DOUBLE, 0x3ff80000,
                                   0, TEV_DATA_BYTE | TEV_DATA_ARRAY, 3, 0x61626300});
}

}  // namespace trace_record_test
