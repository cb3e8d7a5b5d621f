#include "daemon/host/kept_output.hpp"

#include <algorithm>
#include <utility>

namespace banyan::daemon {

namespace {

/// Pieces up to this size are appended to the piece before, so that a task that writes single bytes does not take many
/// times their memory. Larger pieces are not copied.
constexpr std::size_t small_bytes = 4096;

}  // namespace

void kept_output::add(bool is_error, std::string data) {
    if (data.empty()) return;
    end_ += data.size();
    const bool is_small = data.size() <= small_bytes && !pieces_.empty() && pieces_.back().is_error == is_error &&
                          pieces_.back().data.size() + data.size() <= piece_bytes;
    if (is_small)
        pieces_.back().data += data;
    else
        pieces_.push_back({is_error, std::move(data)});
}

void kept_output::taken(std::size_t bytes) {
    if (!held_) free_below(begin_ + std::min(bytes, kept_bytes()));
}

void kept_output::free_below(std::uint64_t offset) {
    begin_ = std::clamp(offset, begin_, end_);
    while (!pieces_.empty() && first_ + pieces_.front().data.size() <= begin_) {
        first_ += pieces_.front().data.size();
        pieces_.pop_front();
    }
}

std::vector<kept_output::piece> kept_output::resume(std::uint64_t received, std::uint64_t credited) {
    held_ = false;
    free_below(std::min(credited, received));
    const std::uint64_t from = std::clamp(received, begin_, end_);
    std::vector<piece> again;
    std::uint64_t offset = first_;
    for (const auto& kept : pieces_) {
        const std::uint64_t end = offset + kept.data.size();
        if (end > from) again.push_back({kept.is_error, kept.data.substr(from > offset ? from - offset : 0)});
        offset = end;
    }
    return again;
}

void kept_output::discard() {
    held_ = false;
    free_below(end_);
}

}  // namespace banyan::daemon
