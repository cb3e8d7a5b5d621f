// Bodies of messages in other messages, on hosts with different byte orders.
#include "libnet/pvm3/nested_message.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "libnet/pvm3/codec.hpp"
#include "pvm3/pvm3.h"

namespace nested_message_test {

using namespace banyan::pvm3;

namespace {

constexpr int other_encoding = default_encoding == xdr_encoding ? little_endian_encoding : xdr_encoding;

void pack_values(message_buffer& out, int number, double real) {
    REQUIRE(pack<int>(out, {&number, 1, 1}) == PvmOk);
    REQUIRE(pack_string(out, "text") == PvmOk);
    REQUIRE(pack<double>(out, {&real, 1, 1}) == PvmOk);
}

void check_values(message_buffer& in, int number, double real) {
    int got = 0;
    double got_real = 0;
    char text[8] = {};
    CHECK(unpack<int>(in, {&got, 1, 1}) == PvmOk);
    CHECK(unpack_string(in, text) == PvmOk);
    CHECK(unpack<double>(in, {&got_real, 1, 1}) == PvmOk);
    CHECK(got == number);
    CHECK(std::string(text) == "text");
    CHECK(got_real == real);
}

message_buffer received_from(int encoding, int number, double real) {
    packed_message message;
    message.encoding = encoding;
    message_buffer made(std::move(message));
    pack_values(made, number, real);
    packed_message sent;
    sent.encoding = made.message.encoding;
    sent.body = made.message.body;
    return message_buffer(std::move(sent));
}

}  // namespace

TEST_CASE("the body of a message from another kind of host is packed after other values", "[pvm3][buffers]") {
    const auto inner = received_from(other_encoding, 7, -2.5);
    message_buffer out(PvmDataDefault);
    pack_values(out, 1, 1.5);
    REQUIRE(pack_body(out, inner) == PvmOk);
    pack_values(out, 3, 3.5);
    CHECK(out.is_xdr());
    check_values(out, 1, 1.5);
    check_values(out, 7, -2.5);
    check_values(out, 3, 3.5);
    CHECK(out.remaining() == 0);
}

TEST_CASE("values of this host are packed after the body of a message from another kind of host", "[pvm3][buffers]") {
    auto out = received_from(other_encoding, 7, -2.5);
    message_buffer inner(PvmDataDefault);
    pack_values(inner, 1, 1.5);
    REQUIRE(pack_body(out, inner) == PvmOk);
    check_values(out, 7, -2.5);
    check_values(out, 1, 1.5);
    CHECK(out.remaining() == 0);
}

TEST_CASE("a body from another kind of host is packed after bodies of this host, also of the buffer itself",
          "[pvm3][buffers]") {
    message_buffer own(PvmDataDefault), out(PvmDataDefault);
    pack_values(own, 1, 1.5);
    pack_values(out, 2, 2.5);
    REQUIRE(pack_body(out, own) == PvmOk);
    REQUIRE(pack_body(out, out) == PvmOk);
    REQUIRE(pack_body(out, received_from(other_encoding, 7, -2.5)) == PvmOk);
    for (int i = 0; i < 2; ++i) {
        check_values(out, 2, 2.5);
        check_values(out, 1, 1.5);
    }
    check_values(out, 7, -2.5);
    CHECK(out.remaining() == 0);
}

TEST_CASE("bodies that hosts of different byte orders have packed do not fit in one message", "[pvm3][buffers]") {
    auto out = received_from(default_encoding, 1, 1.5);
    const auto before = out.message.body;
    CHECK(pack_body(out, received_from(other_encoding, 7, -2.5)) == PvmMismatch);
    CHECK(out.message.body == before);
    CHECK(out.message.encoding == default_encoding);
}

TEST_CASE("a message in a message keeps its encoding", "[pvm3][buffers]") {
    buffer_table table;
    message_buffer out(PvmDataDefault);
    REQUIRE(pack_message(out, received_from(other_encoding, 7, -2.5)) == PvmOk);
    const int id = unpack_message(table, out);
    REQUIRE(id > 0);
    check_values(*table.find(id), 7, -2.5);
}

}  // namespace nested_message_test
