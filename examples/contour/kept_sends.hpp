// Messages that are being sent: their memory is kept until they have left.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "banyan/net/group.hpp"

namespace contour {

class kept_sends {
  public:
    explicit kept_sends(const banyan::net::group& world) : world_(world) {}
    /// Never blocks.
    void send(int to, banyan::net::tag tag, std::vector<std::uint64_t> message) {
        auto& kept = kept_.emplace_back(std::move(message), banyan::net::request());
        kept.second = world_.async_send(banyan::net::rank{to}, tag, kept.first);
    }
    /// Blocks until all have left. Throws net::error.
    void wait() {
        for (auto& [message, request] : kept_)
            request.wait();
    }
    /// The number of messages so far.
    [[nodiscard]] int count() const { return static_cast<int>(kept_.size()); }

  private:
    const banyan::net::group& world_;
    std::deque<std::pair<std::vector<std::uint64_t>, banyan::net::request>> kept_;
};

}  // namespace contour
