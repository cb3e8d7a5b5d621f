// When a verb shows its progress, and in which words. The caller gives the time.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace banyan::tools {

/// Each call returns the text to show now, if any: on a terminal the new contents of the line, elsewhere a whole line.
class progress_pace {
  public:
    using time = std::chrono::steady_clock::time_point;

    /// Without a terminal, two lines are at least this far apart. While the verb works, they are not further apart.
    static constexpr std::chrono::seconds between_lines{10};
    /// How often the line on a terminal shows the time.
    static constexpr std::chrono::seconds between_updates{1};

    progress_pace(bool on_terminal, time now) : on_terminal_(on_terminal), began_(now), shown_(now) {}

    /// The verb now does `what`.
    std::optional<std::string> say(const std::string& what, time now);
    /// Time has passed: shows `what` again, with the seconds since the beginning.
    std::optional<std::string> wait(time now);
    /// Other output follows; nothing is shown until the next say().
    void clear(time now);
    /// When wait() will return a text; nothing before the first say() and after clear().
    [[nodiscard]] std::optional<time> due() const;

  private:
    std::string shown_at(time now);

    bool on_terminal_;
    time began_;
    time shown_;  // when the last text was shown, or the beginning
    std::string what_;
};

}  // namespace banyan::tools
