// The numbers behind the body of a message: what is written is read again, and a body that is too short is refused.
#include "libnet/pvm3/message_trailer.hpp"

#include <catch2/catch.hpp>
#include <limits>

namespace message_trailer_test {

using namespace banyan::pvm3;

TEST_CASE("a trailer is taken from the end of the body", "[pvm3][message_trailer]") {
    packed_message sent;
    sent.source = -7;
    sent.context = 262145;
    sent.wait_id = std::numeric_limits<int>::min();
    sent.encoding = xdr_encoding;
    packed_message arrived;
    arrived.tag = 5;
    arrived.body = {std::byte{1}, std::byte{2}, std::byte{3}};
    const auto body = arrived.body;
    const auto trailer = encode_trailer(sent, 0x40002);
    arrived.body.insert(arrived.body.end(), trailer.begin(), trailer.end());
    CHECK(take_trailer(arrived) == 0x40002u);
    CHECK(arrived.body == body);
    CHECK(arrived.source == sent.source);
    CHECK(arrived.context == sent.context);
    CHECK(arrived.wait_id == sent.wait_id);
    CHECK(arrived.encoding == sent.encoding);
    CHECK(arrived.tag == 5);
}

TEST_CASE("the fields of a trailer are little-endian", "[pvm3][message_trailer]") {
    packed_message sent;
    sent.source = 0x04030201;
    const auto trailer = encode_trailer(sent, 0);
    for (unsigned i = 0; i < 4; ++i)
        CHECK(trailer[i] == std::byte(i + 1));
}

TEST_CASE("a body that is shorter than a trailer is refused", "[pvm3][message_trailer]") {
    packed_message arrived;
    arrived.body.resize(std::tuple_size_v<trailer_bytes> - 1);
    CHECK_FALSE(take_trailer(arrived));
}

}  // namespace message_trailer_test
