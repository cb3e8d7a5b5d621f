// Frames inside the output of a task: they come out whole however the output is cut, and other bytes stay.
#include "libnet/tracing/trace_frames.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "libnet/tracing/trace_text.hpp"

namespace trace_frames_test {

using namespace banyan::net::tracing;

namespace {

const std::string token = "0123456789abcdef";

struct extracted {
    std::string plain;
    std::vector<std::string> lines;
};

extracted extract_in_parts(const std::string& output, std::mt19937_64& random) {
    frame_extractor extractor(token);
    extracted found;
    for (std::size_t at = 0; at < output.size();) {
        const std::size_t size = 1 + random() % (random() % 2 == 0 ? 3 : 5000);
        found.plain += extractor.extract(std::string_view(output).substr(at, size),
                                         [&](std::string_view line) { found.lines.emplace_back(line); });
        at += size;
    }
    found.plain += extractor.finish();
    return found;
}

std::vector<std::string> packed(const std::vector<std::string>& lines) {
    std::vector<std::string> frames;
    frame_packer packer(token, [&](std::string_view frame) { frames.emplace_back(frame); });
    for (const std::string& line : lines)
        packer.add(line + "\n");
    packer.finish();
    return frames;
}

std::string marked(std::string_view text) {
    std::string out(1, frame_mark);
    out.append(text);
    return out;
}

/// Text with record separators and beginnings of tokens, without a whole token.
std::string random_text(std::mt19937_64& random) {
    const std::vector<std::string> words{"line\n",   marked(""), marked("0123"), marked("0123456789abcde"),
                                         "89abcdef", "x"};
    std::string text;
    for (auto count = random() % 6; count > 0; --count)
        text += words[random() % words.size()];
    return text + ".";  // so that no mark is before a frame: the program's separator would join it
}

}  // namespace

TEST_CASE("lines come out of random output, and the rest is unchanged") {
    std::mt19937_64 random(23);
    for (int world = 0; world < 300; ++world) {
        std::vector<std::string> lines;
        for (auto count = random() % 400; count > 0; --count)
            lines.emplace_back(1 + random() % (longest_line - 1), static_cast<char>('a' + random() % 26));
        std::string output, plain;
        for (const std::string& frame : packed(lines)) {
            CHECK(frame.size() <= most_frame_bytes);
            const std::string text = random_text(random);
            plain += text;
            output += text + frame;
        }
        const extracted found = extract_in_parts(output + "end", random);
        CHECK(found.lines == lines);
        CHECK(found.plain == plain + "end");
    }
}

TEST_CASE("no lines give no frame") {
    CHECK(packed({}).empty());
}

TEST_CASE("an unfinished frame, one that is too long, and one of another run are output") {
    std::mt19937_64 random(29);
    const std::string too_long(most_frame_bytes, 'x');
    for (const std::string& odd : {marked("0123456789abcdefs 1\n"), marked("0123456789abcdef" + too_long + "\x1e"),
                                   marked("fedcba9876543210s 1\n\x1e"), marked(""), marked("\x1e\x1e")}) {
        std::string output = "a";
        output += odd;
        const extracted found = extract_in_parts(output, random);
        CHECK(found.plain == output);
        CHECK(found.lines.empty());
    }
}

TEST_CASE("ordinary output is passed on at once") {
    frame_extractor extractor(token);
    const auto none = [](std::string_view) {};
    CHECK(extractor.extract("prompt> ", none) == "prompt> ");
    CHECK(extractor.extract(marked("no"), none) == marked("no"));
    CHECK(extractor.extract(marked("01"), none).empty());
    CHECK(extractor.extract("x", none) == marked("01x"));
}

}  // namespace trace_frames_test
