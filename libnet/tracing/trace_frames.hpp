// How the trace of a task comes back to `banyan run`: in frames inside the task's standard error.
//
//   MARK TOKEN LINES MARK      MARK: the byte 0x1E (record separator); TOKEN: 16 characters that `banyan run` has
//   chosen
//
// A frame has whole lines and at most 4096 bytes, so one write to a pipe is not interrupted by writes of other threads
// and processes.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace banyan::net::tracing {

inline constexpr char frame_mark = '\x1e';
inline constexpr std::size_t token_size = 16;
inline constexpr std::size_t most_frame_bytes = 4096;  ///< PIPE_BUF of Linux

/// Puts lines into frames.
class frame_packer {
  public:
    using writer = std::function<void(std::string_view frame)>;
    frame_packer(std::string_view token, writer write);
    /// `line` has at most longest_line bytes and ends with a newline.
    void add(std::string_view line);
    /// Writes the last frame. Called once, after the last line.
    void finish();

  private:
    std::string start_;
    std::string frame_;
    writer write_;
};

/// Takes frames out of the output of one task.
class frame_extractor {
  public:
    using line_handler = std::function<void(std::string_view line)>;
    explicit frame_extractor(std::string_view token);

    /// Returns the text without frames, and calls take() for each line in them, without its newline. Text that may be
    /// the beginning of a frame is kept until the next call, at most most_frame_bytes.
    std::string extract(std::string_view text, const line_handler& take);
    /// Returns the text that was kept, at the end of the output.
    std::string finish();

  private:
    [[nodiscard]] bool may_be_frame() const;

    std::string start_;
    std::string held_;
};

}  // namespace banyan::net::tracing
