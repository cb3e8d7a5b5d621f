// Frames of control connections: unchanged by any cutting of the stream; lengths are checked before memory is
// allocated.
#include "libnet/wire/control_frame.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "banyan/net/error.hpp"

namespace control_frame_test {

using namespace banyan::net;

namespace {

std::span<const std::byte> view(std::string_view text) {
    return std::as_bytes(std::span(text));
}

}  // namespace

TEST_CASE("Frames survive any cutting of the stream") {
    const std::vector<std::string> bodies{"", "a", std::string(300, 'x'), std::string("\0\xff", 2),
                                          std::string(70'000, 'y')};
    std::string stream;
    for (const auto& body : bodies)
        stream += control_frame(body);
    const auto step = GENERATE(std::size_t{1}, std::size_t{7}, std::size_t{4096}, std::size_t{1'000'000});
    control_frame_reader reader;
    std::vector<std::string> got;
    for (std::size_t at = 0; at < stream.size(); at += step) {
        reader.feed(view(std::string_view(stream).substr(at, step)));
        while (auto body = reader.next())
            got.push_back(*body);
    }
    CHECK(got == bodies);
    CHECK(reader.at_boundary());
}

TEST_CASE("A frame is the length in little-endian and the body") {
    CHECK(control_frame("abc") == std::string("\3\0\0\0abc", 7));
}

TEST_CASE("A length above the limit is refused at its header") {
    control_frame_reader reader;
    reader.feed(view(std::string_view("\xff\xff\xff\x7f", 4)));
    CHECK_THROWS_AS(reader.next(), error);
    CHECK_THROWS_AS(control_frame(std::string(max_control_frame_bytes + 1, 'x')), error);

    control_frame_reader exact;
    exact.feed(view(control_frame(std::string(max_control_frame_bytes, 'x'))));
    CHECK(exact.next()->size() == max_control_frame_bytes);
}

TEST_CASE("Every length of a header is taken or refused") {
    static constexpr std::size_t most = max_control_frame_bytes;
    const std::size_t length = GENERATE(std::size_t{0}, std::size_t{1}, most - 1, most, most + 1, std::size_t{1} << 31,
                                        (std::size_t{1} << 32) - 1);
    std::string header;
    for (int i = 0; i < 4; ++i)
        header.push_back(static_cast<char>(length >> (8 * i) & 0xff));
    control_frame_reader reader;
    reader.feed(view(header));
    if (length > most)
        CHECK_THROWS_AS(reader.next(), error);
    else
        CHECK(reader.next().has_value() == (length == 0));
}

TEST_CASE("A cut frame is not a frame") {
    const std::string frame = control_frame("hello");
    for (std::size_t cut = 1; cut < frame.size(); ++cut) {
        control_frame_reader reader;
        reader.feed(view(std::string_view(frame).substr(0, cut)));
        CHECK_FALSE(reader.next());
        CHECK_FALSE(reader.at_boundary());
    }
}

TEST_CASE("Reading only what is wanted never takes a byte of the next frame") {
    const std::string stream = control_frame("abc") + control_frame("") + control_frame(std::string(5000, 'z'));
    control_frame_reader reader;
    std::size_t at = 0;
    std::vector<std::string> got;
    while (at < stream.size()) {
        const std::size_t n = reader.wanted_bytes();
        REQUIRE(n > 0);
        REQUIRE(at + n <= stream.size());
        reader.feed(view(std::string_view(stream).substr(at, n)));
        at += n;
        while (auto body = reader.next()) {
            got.push_back(*body);
            CHECK(reader.at_boundary());
        }
    }
    CHECK(got == std::vector<std::string>{"abc", "", std::string(5000, 'z')});
}

}  // namespace control_frame_test
