// Bodies of messages that the library and the PVM service make themselves, against fixed bytes.
#include "libnet/pvm3/xdr_body.hpp"

#include <catch2/catch.hpp>

namespace xdr_body_test {

using namespace banyan::pvm3;

namespace {

std::string bytes(std::initializer_list<int> values) {
    return {values.begin(), values.end()};
}

}  // namespace

TEST_CASE("Integers and texts have the bytes of XDR", "[pvm3]") {
    xdr_writer body;
    body.add(258).add(-2).add_text("abc").add_text("");
    CHECK(body.body() == bytes({0, 0, 1, 2, -1, -1, -1, -2, 0, 0, 0, 4, 'a', 'b', 'c', 0, 0, 0, 0, 1, 0, 0, 0, 0}));
}

TEST_CASE("A reader returns what was written", "[pvm3]") {
    const std::vector<std::string> texts{"one", "", "a longer text"};
    const std::vector<int> numbers{1, -1, 2147483647};
    xdr_writer body;
    body.add(numbers).add_texts(texts).add_text("end");
    xdr_reader reader(body.body());
    for (const int number : numbers)
        CHECK(reader.integer() == number);
    CHECK(reader.texts() == texts);
    CHECK(reader.text() == "end");
    CHECK(reader.at_end());
    CHECK_FALSE(reader.integer());
    CHECK_FALSE(reader.text());
    CHECK_FALSE(reader.texts());
}

TEST_CASE("Messages of programs may have little-endian numbers", "[pvm3]") {
    const std::string body =
        bytes({2, 1, 0, 0, -2, -1, -1, -1, -1, -1, -1, -1, 1, 0, 0, 0, 4, 0, 0, 0, 'a', 'b', 'c', 0});
    xdr_reader reader(body, std::endian::little);
    CHECK(reader.integer() == 258);
    CHECK(reader.long_integer() == -2);
    CHECK(reader.texts() == std::vector<std::string>{"abc"});
    CHECK(reader.at_end());
}

TEST_CASE("What is cut short is not read", "[pvm3]") {
    xdr_writer body;
    body.add_texts(std::vector<std::string>{"one", "two"});
    for (std::size_t length = 0; length < body.body().size(); ++length) {
        xdr_reader reader(std::string_view(body.body()).substr(0, length));
        CHECK_FALSE(reader.texts());
        CHECK((length < 4 || reader.integer() == 2));  // the position has not changed
    }
}

TEST_CASE("Lengths out of range are not read", "[pvm3]") {
    CHECK_FALSE(xdr_reader(bytes({0, 0, 0, 0})).text());
    CHECK_FALSE(xdr_reader(bytes({-1, -1, -1, -1, 0, 0, 0, 0})).text());
    CHECK_FALSE(xdr_reader(bytes({127, -1, -1, -1, 0, 0, 0, 0})).text());
    CHECK_FALSE(xdr_reader(bytes({-1, -1, -1, -1})).texts());
}

}  // namespace xdr_body_test
