// Any output of any tasks, cut at any place. Every byte is passed on once and in order. Lines of different ranks do not
// mix. A terminal gets only text and colours.
//
// Input: 1 byte for whether there is one task, then pieces. Each has 1 byte for its task, 1 byte for its length, then
// the bytes.
#include <map>
#include <string>
#include <utility>

#include "daemon/client/line_relay.hpp"
#include "tests/fuzz/support/values.hpp"
#include "tools/banyan/terminal_text.hpp"

using namespace banyan;
using namespace banyan::testing;

namespace {

using source = std::pair<int, bool>;

/// The length of a printable UTF-8 character at the start (table 3-7 of the Unicode standard). 0 if there is none.
std::size_t character_at(std::string_view text) {
    const auto in = [&text](std::size_t i, unsigned from, unsigned to) {
        return i < text.size() && static_cast<unsigned char>(text[i]) >= from &&
               static_cast<unsigned char>(text[i]) <= to;
    };
    const auto rest = [&in](std::size_t from, std::size_t to) {
        for (; from < to; ++from)
            if (!in(from, 0x80, 0xbf)) return false;
        return true;
    };
    if (in(0, 0x20, 0x7e) || in(0, '\n', '\n') || in(0, '\t', '\t') || in(0, '\r', '\r')) return 1;
    if (in(0, 0xc3, 0xdf) && rest(1, 2)) return 2;
    if (in(0, 0xc2, 0xc2) && in(1, 0xa0, 0xbf)) return 2;
    if (in(0, 0xe0, 0xe0) && in(1, 0xa0, 0xbf) && rest(2, 3)) return 3;
    if ((in(0, 0xe1, 0xec) || in(0, 0xee, 0xef)) && rest(1, 3)) return 3;
    if (in(0, 0xed, 0xed) && in(1, 0x80, 0x9f) && rest(2, 3)) return 3;
    if (in(0, 0xf0, 0xf0) && in(1, 0x90, 0xbf) && rest(2, 4)) return 4;
    if (in(0, 0xf1, 0xf3) && rest(1, 4)) return 4;
    if (in(0, 0xf4, 0xf4) && in(1, 0x80, 0x8f) && rest(2, 4)) return 4;
    return 0;
}

void demand_harmless(std::string_view shown) {
    bool coloured = false;
    while (!shown.empty()) {
        std::size_t length = character_at(shown);
        if (shown.starts_with("\x1b[")) {
            length = shown.find_first_not_of("0123456789;:", 2);
            demand(length != shown.npos && shown[length] == 'm');
            ++length;
            coloured = shown.substr(0, length) != "\x1b[0m";
        }
        demand(length > 0);
        demand(shown[0] != '\n' || !coloured);
        shown.remove_prefix(length);
    }
    demand(!coloured);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    values of(in);
    const bool at_once = of.flag();
    std::map<source, std::string> sent, got;
    std::map<source, tools::terminal_text> filters;
    bool finished = false;
    const daemon::output_handler out = [&](const daemon::output_block& block) {
        const source from{block.rank, block.is_error};
        got[from] += block.text;
        demand(at_once || finished || block.text.ends_with('\n'));
        std::string shown;
        filters[from].append(block.text, shown);
        demand_harmless(shown);
    };
    daemon::line_relay relay(at_once, out);
    while (!of.empty()) {
        const unsigned whose = of.pick(6);
        const std::string piece = of.bytes(of.pick(256));
        const source from{static_cast<int>(whose / 2), whose % 2 == 1};
        sent[from] += piece;
        relay.take(from.first, from.second, piece);
    }
    finished = true;
    relay.finish();
    std::erase_if(sent, [](const auto& each) { return each.second.empty(); });
    demand(sent == got);
    for (auto& [from, filter] : filters) {
        std::string shown;
        filter.finish(shown);
        demand_harmless(shown);
    }
    return 0;
}
