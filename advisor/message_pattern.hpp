// The messages of one iteration of an application, and a task that sends and receives its own of them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::advisor {

/// One message of an iteration.
struct pattern_message {
    int from = 0;  ///< rank
    int to = 0;    ///< rank, not `from`
    std::size_t bytes = 0;
    friend bool operator==(const pattern_message&, const pattern_message&) = default;
};

/// All messages of one iteration, the same list on all ranks. Those of a pair of ranks are sent in the order of the
/// list.
using message_pattern = std::vector<pattern_message>;

/// Parses "0>1:4096,1>0:4096;": ',' separates the messages of a pattern, ';' ends each pattern. Throws
/// std::invalid_argument, quoting what is wrong.
std::vector<message_pattern> parse_patterns(const std::string& text);
std::string format_patterns(const std::vector<message_pattern>& patterns);

/// One task's part of a pattern, with its buffers.
class pattern_exchange {
  public:
    /// Keeps the messages from and to this task. Borrows `world`. Throws net::error for a rank that is not in `world`,
    /// and for a message from a rank to itself.
    pattern_exchange(const net::group& world, const message_pattern& pattern);

    /// Posts the receives and then the sends of one iteration. Does not block.
    void start();
    /// Blocks until they are complete; throws as net::wait_all does.
    void finish();

  private:
    struct buffered {
        net::rank peer;
        std::vector<std::byte> bytes;
    };

    const net::group& world_;
    std::vector<buffered> incoming_, outgoing_;
    std::vector<net::request> requests_;
};

}  // namespace banyan::advisor
