// Only text and colours of a task reach the terminal.
#include "tools/banyan/terminal_text.hpp"

#include <catch2/catch.hpp>
#include <random>

namespace terminal_text_test {

using banyan::tools::terminal_text;
using banyan::tools::terminal_text_of;

TEST_CASE("Text passes a terminal unchanged") {
    const std::string text = "plain\ttext\r\nna\xc3\xafve \xe2\x82\xac \xf0\x9f\x99\x82 \xc2\xa0\n";
    CHECK(terminal_text_of(text) == text);
}

TEST_CASE("Control characters and bytes that are not UTF-8 are shown") {
    CHECK(terminal_text_of(std::string("\0\a\b\x7f", 4)) == "^@^G^H^?");
    CHECK(terminal_text_of("\x1b[2J\x1b]0;title\x1b\\") == "^[[2J^[]0;title^[\\");
    CHECK(terminal_text_of("\x1b[?25l\x1b[1;1H\x1b"
                           "c") == "^[[?25l^[[1;1H^[c");
    CHECK(terminal_text_of("\xc2\x80\xc2\x9b"
                           "31m\xc2\x9f") == "\\u0080\\u009b31m\\u009f");
    CHECK(terminal_text_of("\x9b"
                           "31m\xff\x80") == "\\x9b31m\\xff\\x80");
    CHECK(terminal_text_of("\xc0\x9b\xe0\x82\x9b\xed\xa0\x80\xf4\x90\x80\x80") ==
          "\\xc0\\x9b\\xe0\\x82\\x9b\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80");
    CHECK(terminal_text_of("cut \xe2\x82") == "cut \\xe2\\x82");
    CHECK(terminal_text_of("cut \x1b[3") == "cut ^[[3");
}

TEST_CASE("Colours pass, end with the line and continue in the next") {
    CHECK(terminal_text_of("\x1b[31mred\x1b[0m\n") == "\x1b[31mred\x1b[0m\n");
    CHECK(terminal_text_of("\x1b[1;38;5;8mone\ntwo\x1b[m three\n") ==
          "\x1b[1;38;5;8mone\x1b[0m\n\x1b[1;38;5;8mtwo\x1b[0m three\n");
    CHECK(terminal_text_of("\x1b[31mred\x1b[0;32mgreen") == "\x1b[31mred\x1b[0;32mgreen\x1b[0m");
    CHECK(terminal_text_of("\x1b[31m") == "");
}

TEST_CASE("Colours that hide text are shown") {
    CHECK(terminal_text_of("\x1b[8mno") == "^[[8mno");
    CHECK(terminal_text_of("\x1b[1;8mno") == "^[[1;8mno");
    CHECK(terminal_text_of("\x1b[38;5;1;8mno") == "^[[38;5;1;8mno");
    CHECK(terminal_text_of("\x1b[38:5:1;8mno") == "^[[38:5:1;8mno");
    CHECK(terminal_text_of("\x1b[38:5:1;5;8mno") == "^[[38:5:1;5;8mno");
    CHECK(terminal_text_of("\x1b[58;5;8mno") == "^[[58;5;8mno");
    CHECK(terminal_text_of("\x1b[" + std::string(100, '1') + "m") == "^[[" + std::string(100, '1') + "m");
}

TEST_CASE("Numbers that change the character set of a console are shown") {
    for (const int number : {10, 11, 12, 20, 50, 58, 65, 108, 1000})
        CHECK(terminal_text_of("\x1b[" + std::to_string(number) + "mx") == "^[[" + std::to_string(number) + "mx");
    CHECK(terminal_text_of("\x1b[1;4;95mx") == "\x1b[1;4;95mx\x1b[0m");
}

TEST_CASE("Invisible characters, and those that change the direction of text, are shown") {
    CHECK(terminal_text_of("a\xe2\x80\xae"
                           "b\xe2\x80\x8b\xef\xbb\xbf") == "a\\u202eb\\u200b\\ufeff");
}

TEST_CASE("Endless colours need no memory") {
    terminal_text filter;
    std::string out;
    for (int i = 0; i < 10'000; ++i)
        filter.append("\x1b[38;2;1;2;3mx", out);
    const auto before = out.size();
    filter.append("y", out);
    CHECK(out.size() - before < 300);
}

TEST_CASE("Where the text is cut does not matter, and nothing harmful comes of any bytes") {
    std::mt19937 random(5);
    const std::string alphabet = "\x1b\x1b[[;:018mmHJ]\n\r\a a\xc2\xc3\x9b\xe2\x82\xacx";
    for (int round = 0; round < 2000; ++round) {
        std::string text;
        for (auto i = random() % 40; i > 0; --i)
            text += alphabet[random() % alphabet.size()];
        terminal_text filter;
        std::string out;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t n = 1 + random() % 3;
            filter.append(std::string_view(text).substr(at, n), out);
            at += n;
        }
        filter.finish(out);
        const auto without_colours = [](std::string shown) {
            for (std::size_t at = shown.find('\x1b'); at != shown.npos; at = shown.find('\x1b')) {
                const auto end = shown.find('m', at);
                REQUIRE(end != shown.npos);
                REQUIRE(shown.find_first_not_of("0123456789;:", at + 2) == end);
                shown.erase(at, end + 1 - at);
            }
            return shown;
        };
        CHECK(without_colours(out) == without_colours(terminal_text_of(text)));
        for (const char c : without_colours(out))
            CHECK((static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\r' || c == '\t'));
    }
}

}  // namespace terminal_text_test
