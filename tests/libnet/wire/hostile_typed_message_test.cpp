// Typed messages that no honest sender has made: every outcome is a value or a named error, and memory stays bounded.
#include <catch2/catch.hpp>
#include <random>

#include "banyan/net/error.hpp"
#include "banyan/net/packer.hpp"
#include "banyan/net/unpacker.hpp"
#include "tests/libnet/wire/handmade_message.hpp"

namespace hostile_typed_message_test {

using namespace banyan::net;
using order = handmade_message::order;

namespace {

errc why_refused(std::vector<std::byte> bytes) {
    try {
        unpacker in(std::move(bytes));
        while (!in.done()) {
            const item_info item = in.next();
            if (item.kind == item_kind::list)
                (void)in.take<std::vector<std::vector<std::string>>>();
            else if (item.kind == item_kind::boolean)
                (void)(item.is_array ? in.take<std::vector<bool>>().size() : in.take<bool>());
            else if (item.kind == item_kind::signed_integer)
                (void)(item.is_array ? in.take<std::vector<long>>().size() : in.take<long>() != 0);
            else if (item.kind == item_kind::floating)
                (void)(item.is_array ? in.take<std::vector<long double>>().size() : in.take<long double>() != 0);
            else
                (void)in.take<std::string>();
        }
    } catch (const error& e) {
        return e.which();
    }
    return errc{};
}

std::vector<std::byte> honest_message() {
    packer out;
    out.pack(true, 5L, 1.25L, std::string("text"), std::vector<long>{1, 2, 3}, std::vector<long double>{1, 2});
    out.pack(std::vector<std::vector<std::string>>{{"a", "bc"}, {}});
    return {out.bytes().begin(), out.bytes().end()};
}

}  // namespace

TEST_CASE("a message cut at any byte is refused or ends early", "[typed][hostile]") {
    const auto whole = honest_message();
    REQUIRE(why_refused(whole) == errc{});
    int between_items = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const errc why = why_refused({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
        CAPTURE(size);
        between_items += why == errc{} ? 1 : 0;
        CHECK((why == errc{} || why == errc::protocol_violation || why == errc::no_more_items));
    }
    CHECK(between_items == 7);  // after the head and after each item but the last
}

TEST_CASE("counts that the message cannot hold are refused before memory is allocated", "[typed][hostile]") {
    const auto written = GENERATE(order::little, order::big);
    const auto kind = GENERATE(1, 2, 3, 4, 5, 8, 9);
    const int width = kind == 9 ? 0 : kind == 4 ? 16 : kind == 2 || kind == 3 ? 8 : 1;
    for (const std::uint64_t count : {std::uint64_t{6}, std::uint64_t{1} << 31, std::uint64_t{0xffffffff},
                                      std::uint64_t{1} << 60, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
        handmade_message made(written);
        made.array(kind, width, count).number(0, 4);
        CHECK(why_refused(made.bytes()) == errc::protocol_violation);
    }
}

TEST_CASE("kinds, sizes, orders and versions outside the table are refused", "[typed][hostile]") {
    for (int kind = 0; kind < 128; ++kind)
        for (const int width : {0, 1, 2, 3, 4, 5, 8, 16, 17, 255}) {
            const bool power = width == 1 || width == 2 || width == 4 || width == 8;
            const bool allowed =
                ((kind == 1 || kind == 5 || kind == 8) && width == 1) || ((kind == 2 || kind == 3) && power) ||
                (kind == 4 && (width == 4 || width == 8 || width == 16)) || (kind == 6 && power && width < 8) ||
                (kind == 7 && (width == 2 || width == 4)) || (kind == 9 && width == 0);
            handmade_message made(order::big);
            made.array(kind, width, 0);
            unpacker in(made.bytes());
            CAPTURE(kind, width);
            if (allowed)
                CHECK(in.next().count == 0);
            else
                CHECK_THROWS_AS(in.next(), error);
        }
    auto other = honest_message();
    other[2] = std::byte{2};
    CHECK(why_refused(other) == errc::version_mismatch);
    other = honest_message();
    other[3] = std::byte{3};
    CHECK(why_refused(other) == errc::protocol_violation);
    handmade_message flag(order::little);
    flag.one(1, 1).number(2, 1);
    CHECK(why_refused(flag.bytes()) == errc::protocol_violation);
    handmade_message single_list(order::little);
    single_list.one(9, 0).number(0, 8);
    CHECK(why_refused(single_list.bytes()) == errc::protocol_violation);
}

TEST_CASE("changed bytes never lead outside the message", "[typed][hostile]") {
    const auto whole = honest_message();
    std::mt19937 random(11);
    for (int i = 0; i < 20000; ++i) {
        auto bad = whole;
        for (unsigned changes = 1 + random() % 4; changes > 0; --changes)
            bad[random() % bad.size()] = static_cast<std::byte>(random());
        (void)why_refused(std::move(bad));  // any named error will do; the sanitizers watch the rest
    }
}

}  // namespace hostile_typed_message_test
