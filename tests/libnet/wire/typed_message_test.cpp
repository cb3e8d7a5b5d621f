#include <catch2/catch.hpp>
#include <cstring>
#include <limits>
#include <numeric>

#include "banyan/net/error.hpp"
#include "banyan/net/packer.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/net/unpacker.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/findings.hpp"
#include "tests/libnet/wire/documented_bytes.hpp"
#include "tests/libnet/wire/handmade_message.hpp"

namespace typed_message_test {

using namespace banyan::net;
using banyan::testing::error_of;
using banyan::testing::findings;
using order = handmade_message::order;

namespace {

unpacker received(const packer& sent) {
    return unpacker(std::vector<std::byte>(sent.bytes().begin(), sent.bytes().end()));
}

// The error of reading `into` from the message, which must stay where it is.
template <class... T>
errc failure_of(unpacker& in, T&&... into) {
    const item_info before = in.done() ? item_info{} : in.next();
    errc why{};
    try {
        in.unpack(into...);
    } catch (const error& e) {
        why = e.which();
        CHECK(std::string(e.what()).find('\n') == std::string::npos);
    }
    if (why != errc{} && !in.done()) CHECK(in.next().count == before.count);
    return why;
}

template <class T>
std::vector<T> edges() {
    using limits = std::numeric_limits<T>;
    if constexpr (std::is_floating_point_v<T>)
        return {T(0), -T(0), T(1) / T(3), limits::max(), limits::lowest(), limits::denorm_min(), limits::infinity()};
    else
        return {T(0), T(1), limits::min(), limits::max(), static_cast<T>(limits::max() / 3)};
}

}  // namespace

TEMPLATE_TEST_CASE("every arithmetic type comes back, alone, as an array and in strides", "[typed]", bool, char,
                   signed char, unsigned char, char8_t, char16_t, char32_t, wchar_t, short, unsigned short, int,
                   unsigned, long, unsigned long, long long, unsigned long long, float, double, long double) {
    const auto values = edges<TestType>();
    packer out;
    for (const TestType value : values)
        out.pack(value);
    out.pack(values);
    std::vector<std::array<TestType, 3>> rows;
    for (const TestType value : values)
        rows.push_back({value, TestType{}, TestType{}});
    out.pack_strided(rows.data()->data(), rows.size(), 3);

    auto in = received(out);
    for (const TestType value : values)
        CHECK(in.take<TestType>() == value);
    CHECK(in.take<std::vector<TestType>>() == values);
    std::vector<std::array<TestType, 2>> apart(values.size());
    in.unpack_strided(apart.data()->data(), apart.size(), 2);
    for (std::size_t i = 0; i < values.size(); ++i)
        CHECK(apart[i] == std::array{static_cast<TestType>(values[i]), TestType{}});
    CHECK(in.done());
}

TEST_CASE("strings, arrays, spans, bytes and nested vectors", "[typed]") {
    const std::vector<std::vector<int>> triangle{{}, {1}, {2, 3}};
    const std::vector<std::vector<std::string>> names{{"north", ""}, {}, {std::string("a\0b", 3)}};
    const std::vector<bool> flags{true, false, true};
    const std::array<double, 3> point{1.5, -2, 0};
    const std::byte raw[]{std::byte{0}, std::byte{255}};
    packer out;
    out.pack(triangle, names, flags, point, std::span(raw), "literal", std::u16string(u"\u20ac"), std::string());

    auto in = received(out);
    CHECK(in.take<std::vector<std::vector<int>>>() == triangle);
    CHECK(in.take<std::vector<std::vector<std::string>>>() == names);
    CHECK(in.take<std::vector<bool>>() == flags);
    std::array<double, 3> p{};
    std::byte r[2]{};
    in.unpack(p, std::span(r));
    CHECK(p == point);
    CHECK(r[1] == std::byte{255});
    CHECK(in.take<std::string>() == "literal");
    CHECK(in.take<std::u16string>() == u"\u20ac");
    CHECK(in.take<std::string>().empty());
    CHECK(in.done());
}

TEST_CASE("the documented typed message is what the code writes and reads", "[typed]") {
    const auto bytes = documented_bytes("Typed messages");
    unpacker in(bytes);
    CHECK(in.take<int>() == -2);
    CHECK(in.take<double>() == 0.5);
    CHECK(in.take<std::string>() == "hi");
    CHECK(in.done());
    if (handmade_message::own_order() == order::big) return;
    packer out;
    out.pack(-2, 0.5, std::string("hi"));
    CHECK(std::equal(out.bytes().begin(), out.bytes().end(), bytes.begin(), bytes.end()));
}

TEST_CASE("numbers written in either byte order are read alike", "[typed]") {
    const auto written = GENERATE(order::little, order::big);
    handmade_message made(written);
    made.one(2, 2).number(0xfffe, 2).one(3, 4).number(0x01020304, 4).one(2, 8).number(~0ull, 8);
    made.one(4, 4).number(0x3fc00000, 4).one(4, 8).number(0xc000000000000000, 8).one(6, 2).number(0x20ac, 2);
    made.array(3, 2, 3).number(1, 2).number(2, 2).number(0x8000, 2);
    made.array(9, 0, 2).array(5, 1, 1).number('x', 1).array(5, 1, 0);
    unpacker in(made.bytes());
    CHECK(in.foreign_order() == (written != handmade_message::own_order()));
    CHECK(in.take<short>() == -2);
    CHECK(in.take<unsigned>() == 0x01020304);
    CHECK(in.take<long long>() == -1);
    CHECK(in.take<float>() == 1.5f);
    CHECK(in.take<double>() == -2.0);
    CHECK(in.take<char16_t>() == u'\u20ac');
    CHECK(in.take<std::vector<unsigned short>>() == std::vector<unsigned short>{1, 2, 0x8000});
    CHECK(in.take<std::vector<std::string>>() == std::vector<std::string>{"x", ""});
    CHECK(in.done());
}

TEST_CASE("a long double in either byte order", "[typed]") {
    const auto written = GENERATE(order::little, order::big);
    // -2.5 is c000 4000 0000 0000 and 64 zero bits; the word with the sign is the last one in memory when little.
    handmade_message made(written);
    made.one(4, 16);
    if (written == order::little) made.number(0, 8);
    made.number(0xc000400000000000, 8);
    if (written == order::big) made.number(0, 8);
    unpacker in(made.bytes());
    CHECK(in.take<long double>() == -2.5L);
}

TEST_CASE("an integer of another size is read when its value fits and refused by name when not", "[typed]") {
    const auto written = GENERATE(order::little, order::big);
    SECTION("a long of 8 bytes into an int, as where long has 4") {
        handmade_message made(written);
        made.one(2, 8).number(static_cast<std::uint64_t>(-2147483648LL), 8).one(2, 8).number(0x80000000, 8);
        unpacker in(made.bytes());
        CHECK(in.take<std::int32_t>() == std::numeric_limits<std::int32_t>::min());
        std::int32_t narrow = 0;
        CHECK(failure_of(in, narrow) == errc::out_of_range);
        CHECK(in.take<std::int64_t>() == 0x80000000);
    }
    SECTION("every pair of widths, at and beyond the edge of the narrower") {
        for (const int from : {1, 2, 4, 8}) {
            handmade_message made(written);
            const std::uint64_t most = from == 8 ? ~0ull >> 1 : (1ull << (8 * from - 1)) - 1;
            made.array(2, from, 2).number(most, from).number(~most, from);
            made.array(3, from, 1).number(2 * most + 1, from);
            const auto read = [&](auto wide) {
                using T = decltype(wide);
                using U = std::make_unsigned_t<T>;
                unpacker in(made.bytes());
                const bool fits = sizeof(T) >= static_cast<std::size_t>(from);
                std::vector<T> got;
                CHECK(failure_of(in, got) == (fits ? errc{} : errc::out_of_range));
                if (!fits) return;
                CHECK(got == std::vector<T>{static_cast<T>(most), static_cast<T>(~most)});
                CHECK(in.take<std::vector<U>>() == std::vector<U>{static_cast<U>(2 * most + 1)});
            };
            read(std::int8_t{});
            read(std::int16_t{});
            read(std::int32_t{});
            read(std::int64_t{});
        }
    }
}

TEST_CASE("another type, another shape and too many items are named errors", "[typed]") {
    packer out;
    out.pack(7, std::vector<double>{1, 2}, std::string("text"), std::vector<std::string>{"a"});
    auto in = received(out);
    unsigned u = 0;
    float f = 0;
    bool b = false;
    std::vector<int> many;
    std::string text;
    CHECK(failure_of(in, u) == errc::wrong_type);
    CHECK(failure_of(in, f) == errc::wrong_type);
    CHECK(failure_of(in, b) == errc::wrong_type);
    CHECK(failure_of(in, many) == errc::wrong_type);
    CHECK(failure_of(in, text) == errc::wrong_type);
    CHECK(in.take<int>() == 7);
    double single = 0;
    std::array<double, 3> three{};
    CHECK(failure_of(in, single) == errc::wrong_type);
    CHECK(failure_of(in, three) == errc::wrong_type);
    CHECK(in.take<std::vector<double>>().size() == 2);
    std::vector<std::byte> raw;
    CHECK(failure_of(in, raw) == errc::wrong_type);
    CHECK(in.take<std::string>() == "text");
    std::vector<std::vector<int>> numbers;
    CHECK(failure_of(in, numbers) == errc::wrong_type);
    CHECK(failure_of(in, text) == errc::wrong_type);
    CHECK(in.take<std::vector<std::string>>().front() == "a");
    CHECK(failure_of(in, text) == errc::no_more_items);
    CHECK(in.done());
}

TEST_CASE("an error names the item, its type and the type that was asked for", "[typed]") {
    packer out;
    out.pack(1, std::vector<long>(3));
    auto in = received(out);
    in.take<int>();
    CHECK_THROWS_WITH(in.take<double>(),
                      "typed message, item 2 is an array of 3 signed integers of 8 bytes, but the program asks for "
                      "one floating-point number of 8 bytes");
}

TEST_CASE("strided reads take parts of arrays and run across items", "[typed]") {
    std::vector<int> numbers(10);
    std::iota(numbers.begin(), numbers.end(), 0);
    packer out;
    out.pack(numbers, 10, 11).pack_strided(numbers.data() + 9, 5, -2).pack_strided(numbers.data(), 0).pack('e');
    auto in = received(out);
    std::vector<int> got(12, -1);
    in.unpack_strided(got.data(), 4);
    CHECK(in.next().count == 6);
    in.unpack_strided(got.data() + 4, 8);
    std::iota(numbers.begin(), numbers.end(), 0);
    numbers.insert(numbers.end(), {10, 11});
    CHECK(got == numbers);
    CHECK(in.take<std::vector<int>>() == std::vector<int>{9, 7, 5, 3, 1});
    in.unpack_strided(got.data(), 0);
    CHECK(in.take<char>() == 'e');
    CHECK_THROWS_AS(in.unpack_strided(got.data(), 1), error);
}

TEST_CASE("a packer or unpacker that was moved from is empty and may be used again", "[typed]") {
    packer out;
    out.pack(1, std::vector<int>{1, 2, 3});
    packer taken = std::move(out);
    out.pack(2);
    const auto copied = [](const packer& from) {
        return std::vector<std::byte>(from.bytes().begin(), from.bytes().end());
    };
    CHECK(unpacker(copied(out)).take<int>() == 2);

    unpacker in(copied(taken));
    CHECK(in.take<int>() == 1);
    int part = 0;
    in.unpack_strided(&part, 1);  // inside an array
    unpacker rest = std::move(in);
    CHECK(in.done());
    CHECK(error_of([&] { (void)in.take<int>(); }) == errc::no_more_items);
    CHECK(rest.take<std::vector<int>>() == std::vector<int>{2, 3});
    in = std::move(rest);
    CHECK(in.done());
    CHECK(rest.done());
}

TEST_CASE("a packer is sent as it is and an unpacker made of what arrives", "[typed]") {
    findings found;
    run_threads(2, [&](group& world) {
        const rank other{1 - world.rank().value};
        packer out;
        out.pack(world.rank().value, std::string("from ") + std::to_string(world.rank().value));
        const auto sent = world.box().async_send({world.task(other), tag{1}}, out);
        world.send(other, tag{2}, out, std::chrono::seconds(20));
        unpacker in(world.recv(other, tag{2}, std::chrono::seconds(20)));
        found.expect(in.take<int>() == other.value, "the number");
        found.expect(in.take<std::string>() == "from " + std::to_string(other.value), "the text");
        unpacker plain(world.box().recv({world.task(other), tag{1}}, std::chrono::seconds(20)));
        found.expect(plain.take<int>() == other.value, "the number of a message of the mailbox");
    });
    CHECK(found.first() == "");
}

}  // namespace typed_message_test
