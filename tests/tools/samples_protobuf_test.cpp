#include "tools/banyan/samples_protobuf.hpp"

#include <catch2/catch.hpp>
#include <initializer_list>
#include <limits>

namespace banyan::tools::samples_protobuf_test {
namespace {

std::string bytes(std::initializer_list<int> values) {
    std::string text;
    for (const int value : values)
        text += static_cast<char>(value);
    return text;
}

/// The bytes of the object {"a": value}.
std::string with_field_a(const nlohmann::ordered_json& value) {
    nlohmann::ordered_json object;
    object["a"] = value;
    return protobuf_of(object);
}

}  // namespace

// The bytes are those of google.protobuf.Struct, encoded by hand: a map of entries (key 1, value 2), and a value of one
// of the fields null 1, number 2, string 3, bool 4, struct 5, list 6.
TEST_CASE("each kind of value has the bytes of the well-known type") {
    using json = nlohmann::ordered_json;
    CHECK(with_field_a(1.5) == bytes({0x0A, 0x0E, 0x0A, 0x01, 'a', 0x12, 0x09, 0x11, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F}));
    CHECK(with_field_a(3) == bytes({0x0A, 0x0E, 0x0A, 0x01, 'a', 0x12, 0x09, 0x11, 0, 0, 0, 0, 0, 0, 0x08, 0x40}));
    CHECK(with_field_a("x") == bytes({0x0A, 0x08, 0x0A, 0x01, 'a', 0x12, 0x03, 0x1A, 0x01, 'x'}));
    CHECK(with_field_a(true) == bytes({0x0A, 0x07, 0x0A, 0x01, 'a', 0x12, 0x02, 0x20, 0x01}));
    CHECK(with_field_a(nullptr) == bytes({0x0A, 0x07, 0x0A, 0x01, 'a', 0x12, 0x02, 0x08, 0x00}));
    CHECK(with_field_a(json::object()) == bytes({0x0A, 0x07, 0x0A, 0x01, 'a', 0x12, 0x02, 0x2A, 0x00}));
    const auto list = json::array({nullptr});
    CHECK(with_field_a(list) == bytes({0x0A, 0x0B, 0x0A, 0x01, 'a', 0x12, 0x06, 0x32, 0x04, 0x0A, 0x02, 0x08, 0x00}));
    CHECK(protobuf_of(json::object()).empty());
}

TEST_CASE("what JSON cannot hold is written as in JSON") {
    CHECK(with_field_a(std::numeric_limits<double>::infinity()) == with_field_a(nullptr));
    CHECK(with_field_a("\xFF") == bytes({0x0A, 0x0A, 0x0A, 0x01, 'a', 0x12, 0x05, 0x1A, 0x03, 0xEF, 0xBF, 0xBD}));
}

TEST_CASE("the name of a file asks for Protocol Buffers") {
    CHECK(is_protobuf_file("a/samples.pb"));
    CHECK_FALSE(is_protobuf_file("samples.json"));
    CHECK_FALSE(is_protobuf_file("pb"));
}

}  // namespace banyan::tools::samples_protobuf_test
