// The output of one task for which the command has not given credit yet: a command that has come back gets the part
// again that it has not received. No I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace banyan::daemon {

/// Counts bytes over both streams together, from the task's start.
class kept_output {
  public:
    /// Above it no more output is read: memory stays bounded.
    static constexpr std::size_t window_bytes = 128 * 1024;
    /// Output that travels in one frame. With what else stands in the frame, one read of a control_stream takes it.
    static constexpr std::size_t piece_bytes = 64 * 1024 - 256;

    struct piece {
        bool is_error = false;
        std::string data;
    };

    /// At most piece_bytes.
    void add(bool is_error, std::string data);
    /// Frees what credit has come for: so many bytes more. Does nothing while held, as the command then tells its
    /// total.
    void taken(std::size_t bytes);

    /// Nothing is sent from now on, until resume().
    void hold() { held_ = true; }
    [[nodiscard]] bool is_held() const { return held_; }
    /// Frees the bytes below `credited` and returns those from `received` on, to be sent again in this order.
    [[nodiscard]] std::vector<piece> resume(std::uint64_t received, std::uint64_t credited);
    /// Frees everything, for a reader that does not exist any more.
    void discard();

    [[nodiscard]] bool has_room() const { return kept_bytes() < window_bytes; }
    [[nodiscard]] std::size_t kept_bytes() const { return static_cast<std::size_t>(end_ - begin_); }

  private:
    void free_below(std::uint64_t offset);

    std::deque<piece> pieces_;
    std::uint64_t first_ = 0;  // offset of the first piece, of which a part may have credit
    std::uint64_t begin_ = 0;  // bytes below have credit
    std::uint64_t end_ = 0;
    bool held_ = false;
};

}  // namespace banyan::daemon
