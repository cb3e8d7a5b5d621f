// Stores the output of one task until the command returns credit for it. A command that reconnects gets the part again
// that it has not received. No I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace banyan::daemon {

/// Byte counts are over both streams together, from the start of the task.
class kept_output {
  public:
    /// If this much is stored, no more output is read, so memory is bounded.
    static constexpr std::size_t window_bytes = 128 * 1024;
    /// The most output in one frame. A whole frame then fits into one read of a control_stream.
    static constexpr std::size_t piece_bytes = 64 * 1024 - 256;

    struct piece {
        bool is_error = false;
        std::string data;
    };

    /// At most piece_bytes.
    void add(bool is_error, std::string data);
    /// Credit for this many bytes has come: frees them. Does nothing while held, because resume() then gets the total.
    void taken(std::size_t bytes);

    /// Output is stored and not sent until resume().
    void hold() { held_ = true; }
    [[nodiscard]] bool is_held() const { return held_; }
    /// Frees the bytes before `credited`. Returns those from `received` on, to be sent again in this order.
    [[nodiscard]] std::vector<piece> resume(std::uint64_t received, std::uint64_t credited);
    /// Frees everything: no command reads the output any more.
    void discard();

    [[nodiscard]] bool has_room() const { return kept_bytes() < window_bytes; }
    [[nodiscard]] std::size_t kept_bytes() const { return static_cast<std::size_t>(end_ - begin_); }

  private:
    void free_below(std::uint64_t offset);

    std::deque<piece> pieces_;
    std::uint64_t first_ = 0;  // offset of the first piece; a part of it may be freed already
    std::uint64_t begin_ = 0;  // credit has come for the bytes before
    std::uint64_t end_ = 0;
    bool held_ = false;
};

}  // namespace banyan::daemon
