// A note for errors of a lost peer: it has sent messages that wait, but the failed receive matches none of them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "banyan/net/error.hpp"
#include "libnet/protocol/matcher.hpp"

namespace banyan::net::detail {

/// The waiting messages of one source, counted once for all receives that fail because of it.
class unmatched_note {
  public:
    unmatched_note(const matcher& from, task_id source);

    /// For a receive that no waiting message matches: "; 1 message with tag 1 is waiting, but the receive asks for tag
    /// 2", or "".
    [[nodiscard]] std::string text(const selector& wanted) const;

  private:
    static constexpr std::size_t most_counted = 1000;
    static constexpr std::size_t most_tags = 3;
    struct count {
        std::size_t messages = 0;
        std::vector<tag> tags{};  // the first few
        bool more_tags = false;
    };
    [[nodiscard]] std::string text_of_others(context_id wanted) const;

    std::map<context_id, count> waiting_;
};

/// The note of a source. Empty if there is no memory for it: the error is then reported without the note.
[[nodiscard]] std::optional<unmatched_note> note_of(const matcher& from, task_id source);

/// The error of a receive that fails because its source has ended: `gone` and the text of the note.
[[nodiscard]] error with_note(const error& gone, const std::optional<unmatched_note>& waiting, const selector& wanted);

}  // namespace banyan::net::detail
