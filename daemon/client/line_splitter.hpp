// Divides what another program writes into lines. Pure.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace banyan::daemon {

class line_splitter {
  public:
    /// An unfinished line that gets longer is forgotten, because the program may write without end.
    static constexpr std::size_t longest_line = 65536;

    /// Calls `take` for each line that is complete now, without its newline.
    template <class Take>
    void add(std::string_view piece, const Take& take) {
        text_ += piece;
        for (auto end = text_.find('\n'); end != std::string::npos; end = text_.find('\n')) {
            const std::string line = text_.substr(0, end);
            text_.erase(0, end + 1);
            take(line);
        }
        if (text_.size() > longest_line) text_.clear();
    }
    /// Calls `take` for the last, unfinished line if there is one.
    template <class Take>
    void finish(const Take& take) {
        if (!text_.empty()) take(std::exchange(text_, {}));
    }

  private:
    std::string text_;
};

}  // namespace banyan::daemon
