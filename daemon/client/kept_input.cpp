#include "daemon/client/kept_input.hpp"

#include <algorithm>

namespace banyan::daemon {

bool kept_input::add(std::string_view data, bool end) {
    kept_ += data;
    ends_ = ends_ || end;
    return !held_;
}

void kept_input::taken(std::size_t bytes) {
    bytes = std::min(bytes, kept_.size());
    kept_.erase(0, bytes);
    taken_ += bytes;
}

kept_input::rest kept_input::resume(std::uint64_t received, std::uint64_t taken, bool ended) {
    held_ = false;
    rest r;
    const std::uint64_t before = taken_;
    this->taken(static_cast<std::size_t>(std::max(taken, taken_) - taken_));
    r.newly_taken = static_cast<std::size_t>(taken_ - before);
    if (ended) return r;
    const auto known = static_cast<std::size_t>(std::max(received, taken_) - taken_);
    r.data = kept_.substr(std::min(known, kept_.size()));
    r.end = ends_;
    return r;
}

}  // namespace banyan::daemon
