// How threads of one world learn that one of them has failed, whatever transport they use.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "banyan/net/error.hpp"
#include "libnet/messaging/loss.hpp"

namespace banyan::net::detail {

/// Shared by all threads, guarded by its mutex. Each rank has an eventfd that becomes readable with a loss.
class loss_board {
  public:
    explicit loss_board(std::size_t ranks);
    ~loss_board();
    loss_board(const loss_board&) = delete;
    loss_board& operator=(const loss_board&) = delete;

    /// Reports the loss to all ranks but `lost_rank`.
    void post(std::size_t lost_rank, const loss& what);
    void post_to(std::size_t rank, const loss& what);
    std::optional<loss> take(std::size_t rank);
    [[nodiscard]] int descriptor(std::size_t rank) const { return descriptors_[rank]; }

  private:
    std::vector<int> descriptors_;
    std::mutex mutex_;  // guards pending_
    std::vector<std::deque<loss>> pending_;
};

}  // namespace banyan::net::detail
