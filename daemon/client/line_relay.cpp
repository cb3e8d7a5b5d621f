#include "daemon/client/line_relay.hpp"

namespace banyan::daemon {

void line_relay::take(int rank, bool is_error, std::string_view data) {
    if (data.empty()) return;
    if (at_once_) return out_({rank, is_error, data});
    auto& begun = unfinished_[{rank, is_error}];
    const auto last_newline = data.rfind('\n');
    if (last_newline != data.npos) {
        const auto whole = data.substr(0, last_newline + 1);
        data.remove_prefix(whole.size());
        if (begun.empty()) {
            out_({rank, is_error, whole});
        } else {
            begun += whole;
            out_({rank, is_error, begun});
            begun.clear();
        }
    }
    begun += data;
    if (begun.size() < longest_line_bytes) return;
    out_({rank, is_error, begun});
    begun.clear();
}

void line_relay::finish() {
    for (const auto& [from, text] : unfinished_)
        if (!text.empty()) out_({from.first, from.second, text});
    unfinished_.clear();
}

}  // namespace banyan::daemon
