#include "tools/pvm/words.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "tools/pvm/command_error.hpp"

namespace words_test {

using namespace banyan::pvm_console;
using list = std::vector<std::string>;

namespace {

list split(std::string_view line) {
    static const std::map<std::string, std::string> variables{{"A", "one two"}, {"B_2", "b"}, {"EMPTY", ""}};
    return split_words(line, [](const std::string& name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional<std::string>(found->second);
    });
}

}  // namespace

TEST_CASE("words are separated by spaces and tabs") {
    CHECK(split("").empty());
    CHECK(split(" \t ").empty());
    CHECK(split("spawn -2 prog") == list{"spawn", "-2", "prog"});
    CHECK(split("  a\tb  c \r") == list{"a", "b", "c"});
}

TEST_CASE("quotes join words, and a backslash quotes one character outside of them") {
    CHECK(split(R"(a "b c" 'd  e')") == list{"a", "b c", "d  e"});
    CHECK(split(R"(x"y z"w)") == list{"xy zw"});
    CHECK(split(R"(a\ b \# \\ \")") == list{"a b", "#", "\\", "\""});
    CHECK(split(R"('c\d' "e\f")") == list{"c\\d", "e\\f"});
    CHECK(split(R"("" '')") == list{"", ""});
    CHECK(split("a\\") == list{"a\\"});
}

TEST_CASE("a quote that is not closed is refused") {
    CHECK_THROWS_AS(split("echo \"a"), command_error);
    CHECK_THROWS_WITH(split("echo 'a"), "the closing quote ' is missing");
}

TEST_CASE("a comment begins with # at the beginning of a word") {
    CHECK(split("# all").empty());
    CHECK(split("a # b") == list{"a"});
    CHECK(split("a#b '# c'") == list{"a#b", "# c"});
}

TEST_CASE("variables are replaced outside of single quotes and do not make several words") {
    CHECK(split("echo $A") == list{"echo", "one two"});
    CHECK(split("x${B_2}y$B_2") == list{"xbyb"});
    CHECK(split(R"("$A" '$A' \$A)") == list{"one two", "$A", "$A"});
    CHECK(split("$EMPTY") == list{""});
}

TEST_CASE("text with $ that names no variable stays") {
    CHECK(split("$NONE ${NONE} $ $1 ${A a$") == list{"$NONE", "${NONE}", "$", "$1", "${A", "a$"});
}

TEST_CASE("join_words is the reverse for plain words") {
    CHECK(join_words({"a", "b", "c"}) == "a b c");
    CHECK(join_words({}).empty());
}

}  // namespace words_test
