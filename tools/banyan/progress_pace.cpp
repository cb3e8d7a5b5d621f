#include "tools/banyan/progress_pace.hpp"

#include <fmt/format.h>

namespace banyan::tools {

std::optional<std::string> progress_pace::say(const std::string& what, time now) {
    what_ = what;
    if (on_terminal_) return shown_at(now);
    return wait(now);
}

std::optional<std::string> progress_pace::wait(time now) {
    const auto next = due();
    if (!next || now < *next) return std::nullopt;
    return shown_at(now);
}

void progress_pace::clear(time now) {
    what_.clear();
    shown_ = now;
}

std::optional<progress_pace::time> progress_pace::due() const {
    if (what_.empty()) return std::nullopt;
    return shown_ + (on_terminal_ ? between_updates : between_lines);
}

std::string progress_pace::shown_at(time now) {
    shown_ = now;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - began_).count();
    if (on_terminal_) return seconds == 0 ? what_ : fmt::format("{} ({} s)", what_, seconds);
    return fmt::format("banyan: {} ({} s)\n", what_, seconds);
}

}  // namespace banyan::tools
