#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <climits>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "libnet/pvm3/codec.hpp"
#include "pvm3/pvm3.h"

namespace codec_test {

using namespace banyan::pvm3;

namespace {

// The body as hexadecimal digits.
std::string hex(const message_buffer& buffer) {
    std::string text;
    for (const std::byte b : buffer.message.body) {
        text += "0123456789abcdef"[std::to_integer<int>(b) >> 4];
        text += "0123456789abcdef"[std::to_integer<int>(b) & 15];
    }
    return text;
}

// As one that a host with this encoding has sent.
message_buffer buffer_of(int encoding) {
    packed_message message;
    message.encoding = encoding;
    return message_buffer(std::move(message));
}

template <class T>
std::string encoded(int encoding, T value) {
    auto out = buffer_of(encoding);
    REQUIRE(pack<T>(out, {&value, 1, 1}) == PvmOk);
    return hex(out);
}

template <class T>
std::string xdr_of(T value) {
    return encoded<T>(xdr_encoding, value);
}

template <class T>
std::vector<T> random_values(std::size_t count) {
    std::mt19937_64 generator(count);
    std::vector<T> values(count);
    for (T& value : values) {
        if constexpr (std::is_floating_point_v<T>)
            value = static_cast<T>(static_cast<std::int64_t>(generator())) / 1024;
        else
            value = static_cast<T>(generator());
    }
    return values;
}

// The numbers of this host without a conversion.
template <class T>
bool is_packed_as_in_memory(int pvm_encoding) {
    const std::vector<T> sent = random_values<T>(700);
    message_buffer out(pvm_encoding);
    REQUIRE(pack<T>(out, {sent.data(), static_cast<int>(sent.size()), 1}) == PvmOk);
    const auto body = out.copied_body();
    return body.size() == sent.size() * sizeof(T) && std::memcmp(body.data(), sent.data(), body.size()) == 0;
}

}  // namespace

TEST_CASE("XDR has the bytes of RFC 4506", "[pvm3][codec]") {
    CHECK(xdr_of<int>(1) == "00000001");
    CHECK(xdr_of<int>(-2) == "fffffffe");
    CHECK(xdr_of<short>(-1) == "ffffffff");
    CHECK(xdr_of<unsigned short>(65535) == "0000ffff");
    CHECK(xdr_of<unsigned>(0x12345678) == "12345678");
    CHECK(xdr_of<long>(-5) == "fffffffffffffffb");
    CHECK(xdr_of<unsigned long>(1ul << 31) == "0000000080000000");
    CHECK(xdr_of<float>(1) == "3f800000");
    CHECK(xdr_of<double>(-2) == "c000000000000000");
    CHECK(xdr_of<char>('a') == "61000000");
    auto out = buffer_of(xdr_encoding);
    REQUIRE(pack_string(out, "abcd") == PvmOk);
    CHECK(hex(out) == "000000056162636400000000");
}

TEST_CASE("little-endian numbers have the lengths of XDR", "[pvm3][codec]") {
    CHECK(encoded<int>(little_endian_encoding, 1) == "01000000");
    CHECK(encoded<short>(little_endian_encoding, -2) == "feffffff");
    CHECK(encoded<unsigned short>(little_endian_encoding, 0x1234) == "34120000");
    CHECK(encoded<long>(little_endian_encoding, -5) == "fbffffffffffffff");
    CHECK(encoded<float>(little_endian_encoding, 1) == "0000803f");
    CHECK(encoded<double>(little_endian_encoding, -2) == "00000000000000c0");
    CHECK(encoded<char>(little_endian_encoding, 'a') == "61000000");
    auto out = buffer_of(little_endian_encoding);
    REQUIRE(pack_string(out, "abcd") == PvmOk);
    CHECK(hex(out) == "050000006162636400000000");
}

TEST_CASE("hosts of one kind send numbers as they are in memory", "[pvm3][codec]") {
    CHECK(message_buffer(PvmDataDefault).message.encoding == default_encoding);
    CHECK(byte_order_of(default_encoding) == std::endian::native);
    const int encoding = GENERATE(PvmDataDefault, PvmDataRaw, PvmDataInPlace);
    CHECK(is_packed_as_in_memory<char>(encoding));
    CHECK(is_packed_as_in_memory<int>(encoding));
    CHECK(is_packed_as_in_memory<unsigned>(encoding));
    CHECK(is_packed_as_in_memory<float>(encoding));
    CHECK(is_packed_as_in_memory<double>(encoding));
    if (encoding != PvmDataDefault || sizeof(long) == 8) CHECK(is_packed_as_in_memory<long>(encoding));
    if (encoding != PvmDataDefault) CHECK(is_packed_as_in_memory<short>(encoding));
}

TEST_CASE("an in-place buffer sends the memory of the program itself", "[pvm3][codec]") {
    const std::array<double, 5> numbers{1, 2, 3, 4, 5};
    message_buffer out(PvmDataInPlace);
    REQUIRE(pack<double>(out, {numbers.data(), 5, 1}) == PvmOk);
    REQUIRE(out.regions().size() == 1);
    CHECK(out.regions()[0].data() == reinterpret_cast<const std::byte*>(numbers.data()));
    CHECK(out.regions()[0].size() == sizeof numbers);
}

TEST_CASE("a body is given another byte order by the widths of its numbers", "[pvm3][codec]") {
    const int from = GENERATE(xdr_encoding, little_endian_encoding);
    const int to = GENERATE(xdr_encoding, little_endian_encoding);
    const std::array<double, 3> reals{1, -2.5, 1e300};
    const std::array<int, 2> integers{7, -8};
    const auto fill = [&](message_buffer& buffer) {
        pack<int>(buffer, {integers.data(), 2, 1});
        pack<double>(buffer, {reals.data(), 3, 1});
        pack_string(buffer, "text");
        pack<char>(buffer, {"abc", 3, 1});
        pack<int>(buffer, {integers.data() + 1, 2, -1});
    };
    auto buffer = buffer_of(from), expected = buffer_of(to);
    fill(buffer);
    fill(expected);
    CHECK(buffer.body_in(to) == expected.message.body);

    packed_message received;
    received.encoding = from;
    received.body = buffer.message.body;
    CHECK_FALSE(message_buffer(std::move(received)).body_in(to));
    CHECK_FALSE(buffer.body_in(raw_encoding));
}

TEST_CASE("the lengths of messages are those of PVM 3.4.6", "[pvm3][codec]") {
    const std::array<char, 3> bytes{'a', 'b', 'c'};
    message_buffer xdr(PvmDataDefault);
    pack<char>(xdr, {bytes.data(), 3, 1});
    CHECK(xdr.length() == 4);
    pack_string(xdr, "abc");
    CHECK(xdr.length() == 12);

    message_buffer raw(PvmDataRaw);
    pack<char>(raw, {bytes.data(), 3, 1});
    CHECK(raw.length() == 3);
    pack_string(raw, "abc");
    CHECK(raw.length() == 11);
    CHECK(raw.message.encoding == raw_encoding);
    const short two[] = {1, 2};
    pack<short>(raw, {two, 2, 1});
    CHECK(raw.length() == 15);
}

#if defined(__x86_64__)
TEST_CASE("the data signature of LINUX64 is that of PVM 3.4.6", "[pvm3][codec]") {
    CHECK(raw_encoding == 4230209);
    CHECK(std::string(own_architecture) == "LINUX64");
}
#endif

TEMPLATE_TEST_CASE("arrays of every type come back with any strides", "[pvm3][codec]", char, short, int, long,
                   unsigned short, unsigned, unsigned long, float, double) {
    const int encoding = GENERATE(xdr_encoding, little_endian_encoding, raw_encoding);
    const int lanes = GENERATE(1, 2);
    const int count = GENERATE(0, 1, 2, 511, 512, 513, 1300);
    const int stride = GENERATE(1, 2, 3);
    const auto step = static_cast<std::size_t>(stride * lanes);
    const auto sent = random_values<TestType>(static_cast<std::size_t>(count) * step + 1);
    auto buffer = buffer_of(encoding);
    const int marker = 4711;
    REQUIRE(pack<TestType>(buffer, {sent.data(), count, stride, lanes}) == PvmOk);
    REQUIRE(pack<int>(buffer, {&marker, 1, 1}) == PvmOk);

    const int into = GENERATE(1, 2);
    std::vector<TestType> received(static_cast<std::size_t>(count * into * lanes) + 1);
    REQUIRE(unpack<TestType>(buffer, {received.data(), count, into, lanes}) == PvmOk);
    bool same = true;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        for (std::size_t lane = 0; lane < static_cast<std::size_t>(lanes); ++lane)
            same &= received[i * static_cast<std::size_t>(into * lanes) + lane] == sent[i * step + lane];
    CHECK(same);
    int after = 0;
    CHECK(unpack<int>(buffer, {&after, 1, 1}) == PvmOk);
    CHECK(after == marker);
    CHECK(buffer.remaining() == 0);
}

TEST_CASE("a stride of 0 repeats and a negative one goes back", "[pvm3][codec]") {
    const int encoding = GENERATE(PvmDataDefault, PvmDataRaw);
    const std::array<int, 3> numbers{1, 2, 3};
    message_buffer buffer(encoding);
    CHECK(pack<int>(buffer, {numbers.data() + 1, 2, 0}) == PvmOk);
    CHECK(pack<int>(buffer, {numbers.data() + 2, 3, -1}) == PvmOk);
    std::array<int, 5> back{};
    CHECK(unpack<int>(buffer, {back.data(), 5, 1}) == PvmOk);
    CHECK(back == std::array{2, 2, 3, 2, 1});
}

TEST_CASE("memory of the program need not be aligned", "[pvm3][codec]") {
    const int encoding = GENERATE(PvmDataDefault, PvmDataRaw);
    std::array<char, 8 * 5 + 1> memory{};
    const std::array<double, 5> numbers{1, -2, 3.5, 1e300, 0};
    std::memcpy(memory.data() + 1, numbers.data(), sizeof numbers);
    message_buffer buffer(encoding);
    REQUIRE(pack<double>(buffer, {reinterpret_cast<const double*>(memory.data() + 1), 5, 1}) == PvmOk);
    std::array<double, 5> back{};
    REQUIRE(unpack<double>(buffer, {back.data(), 5, 1}) == PvmOk);
    CHECK(back == numbers);
}

TEST_CASE("the end of the message is PvmNoData and a short remainder can still be read", "[pvm3][codec]") {
    const int encoding = GENERATE(PvmDataDefault, PvmDataRaw);
    const std::array<int, 3> numbers{1, 2, 3};
    message_buffer buffer(encoding);
    REQUIRE(pack<int>(buffer, {numbers.data(), 3, 1}) == PvmOk);
    std::array<int, 4> back{};
    CHECK(unpack<int>(buffer, {back.data(), 4, 1}) == PvmNoData);
    CHECK(back == std::array<int, 4>{});
    CHECK(unpack<int>(buffer, {back.data(), 2, 1}) == PvmOk);
    double wide = 0;
    CHECK(unpack<double>(buffer, {&wide, 1, 1}) == PvmNoData);
    CHECK(unpack<int>(buffer, {back.data() + 2, 1, 1}) == PvmOk);
    CHECK(unpack<int>(buffer, {back.data(), 1, 1}) == PvmNoData);
    CHECK(unpack<int>(buffer, {back.data(), 0, 1}) == PvmOk);
    CHECK(unpack<int>(buffer, {back.data(), INT_MAX, 1}) == PvmNoData);
    CHECK(back == std::array{1, 2, 3, 0});
}

TEST_CASE("wrong parameters are refused and change nothing", "[pvm3][codec]") {
    int number = 1;
    message_buffer buffer(PvmDataDefault);
    CHECK(pack<int>(buffer, {&number, -1, 1}) == PvmBadParam);
    CHECK(pack<int>(buffer, {nullptr, 1, 1}) == PvmBadParam);
    CHECK(pack<int>(buffer, {nullptr, 0, 1}) == PvmOk);
    CHECK(pack_string(buffer, nullptr) == PvmBadParam);
    CHECK(unpack<int>(buffer, {&number, -1, 1}) == PvmBadParam);
    CHECK(unpack_string(buffer, nullptr) == PvmBadParam);
    CHECK(pack<double>(buffer, {reinterpret_cast<double*>(&number), INT_MAX, 0}) == PvmOverflow);
    CHECK(buffer.length() == 0);
}

TEST_CASE("a string whose length is wrong is PvmNoData", "[pvm3][codec]") {
    const int encoding = GENERATE(PvmDataDefault, PvmDataRaw);
    const int length = GENERATE(INT_MIN, -1, 0, 3, INT_MAX);
    message_buffer buffer(encoding);
    REQUIRE(pack<int>(buffer, {&length, 1, 1}) == PvmOk);
    std::array<char, 8> text{};
    CHECK(unpack_string(buffer, text.data()) == PvmNoData);
    CHECK(buffer.cursor() == 0);
}

TEST_CASE("an in-place buffer reads the memory when the message is sent", "[pvm3][codec]") {
    std::array<int, 4> numbers{1, 2, 3, 4};
    message_buffer buffer(PvmDataInPlace);
    CHECK(pack<int>(buffer, {numbers.data(), 2, 1}) == PvmOk);
    CHECK(pack<int>(buffer, {numbers.data() + 3, 1, 1}) == PvmOk);
    CHECK(pack<int>(buffer, {numbers.data(), 2, 2}) == PvmNotImpl);
    CHECK(pack_string(buffer, "text") == PvmNotImpl);
    CHECK(buffer.length() == 12);
    numbers[0] = 10;

    packed_message sent;
    sent.encoding = buffer.message.encoding;
    sent.body = buffer.copied_body();
    message_buffer received(std::move(sent));
    std::array<int, 3> back{};
    CHECK(unpack<int>(received, {back.data(), 3, 1}) == PvmOk);
    CHECK(back == std::array{10, 2, 4});
    CHECK(unpack<int>(buffer, {back.data(), 1, 1}) == PvmNotImpl);
    CHECK(buffer.regions().size() == 2);
}

TEST_CASE("raw data of another kind of host is PvmBadMsg", "[pvm3][codec]") {
    packed_message foreign;
    foreign.encoding = raw_encoding + 1;
    foreign.body.resize(8);
    message_buffer buffer(std::move(foreign));
    int number = 0;
    char text[8] = {};
    CHECK(unpack<int>(buffer, {&number, 1, 1}) == PvmBadMsg);
    CHECK(unpack_string(buffer, text) == PvmBadMsg);
    CHECK(pack<int>(buffer, {&number, 1, 1}) == PvmBadMsg);
    CHECK(pack_string(buffer, text) == PvmBadMsg);
}

}  // namespace codec_test
