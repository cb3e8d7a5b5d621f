#include "daemon/client/line_relay.hpp"

namespace banyan::daemon {

void line_relay::take(int rank, bool is_error, std::string_view data) {
    auto& begun = unfinished_[{rank, is_error}];
    for (auto newline = data.find('\n'); newline != data.npos; newline = data.find('\n')) {
        const std::string_view rest = data.substr(0, newline);
        if (begun.empty()) {
            out_({rank, is_error, rest, true});
        } else {
            begun += rest;
            out_({rank, is_error, begun, true});
            begun.clear();
        }
        data.remove_prefix(newline + 1);
    }
    begun += data;
    if (begun.empty() || (!at_once_ && begun.size() < longest_line_bytes)) return;
    out_({rank, is_error, begun, false});
    begun.clear();
}

void line_relay::finish() {
    for (auto& [from, text] : unfinished_)
        if (!text.empty()) out_({from.first, from.second, text, false});
    unfinished_.clear();
}

}  // namespace banyan::daemon
