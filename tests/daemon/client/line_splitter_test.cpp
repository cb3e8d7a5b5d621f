// Lines of a text that arrives in pieces.
#include "daemon/client/line_splitter.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace line_splitter_test {

using banyan::daemon::line_splitter;

TEST_CASE("lines are the same whatever pieces they arrive in") {
    const std::string text = "one\n\ntwo words\nlast";
    for (std::size_t length = 1; length <= text.size(); ++length) {
        line_splitter lines;
        std::vector<std::string> found;
        const auto take = [&found](const std::string& line) { found.push_back(line); };
        for (std::size_t at = 0; at < text.size(); at += length)
            lines.add(std::string_view(text).substr(at, length), take);
        CHECK(found == std::vector<std::string>{"one", "", "two words"});
        lines.finish(take);
        lines.finish(take);
        CHECK(found == std::vector<std::string>{"one", "", "two words", "last"});
    }
}

TEST_CASE("an unfinished line that gets too long is forgotten") {
    line_splitter lines;
    std::vector<std::string> found;
    const auto take = [&found](const std::string& line) { found.push_back(line); };
    lines.add(std::string(line_splitter::longest_line, 'x'), take);
    lines.add("x", take);
    lines.add("\nnext\n", take);
    CHECK(found == std::vector<std::string>{"", "next"});
}

}  // namespace line_splitter_test
