#include "tools/banyan/markup.hpp"

#include "tools/banyan/terminal_text.hpp"

namespace banyan::tools {
namespace {

/// The only control character that terminal_text_of() lets through and XML does not.
constexpr char kept_control = '\x1b';

std::string escaped(char c) {
    switch (c) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        case kept_control:
            return "^[";
        default:
            return {c};
    }
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : terminal_text_of(text))
        out += escaped(c);
    return out;
}

}  // namespace banyan::tools
