// Prints the output of children, after pvm_catchout.
#pragma once

#include <cstdio>
#include <map>
#include <string>

#include "libnet/pvm3/packed_message.hpp"

namespace banyan::pvm3 {

/// Output comes as messages with the number of the task, a count, and bytes. Each line is printed with the task in
/// front.
class child_output {
  public:
    /// Tag and context of the messages. No program uses this context: those of PVM have a host number in front.
    static constexpr int tag = 1;
    static constexpr int context = 0x7ffffffe;

    /// Prints to this file from now on; nullptr: no more.
    void print_to(std::FILE* file) { file_ = file; }
    [[nodiscard]] bool is_on() const { return file_ != nullptr; }
    /// "[tTID] BEGIN", "[tTID] " and "[tTID] EOF" are printed or not.
    void show_tids(bool shown) { shows_tids_ = shown; }
    [[nodiscard]] bool shows_tids() const { return shows_tids_; }

    [[nodiscard]] bool collects(const packed_message& message) const {
        return message.context == context && message.tag == tag;
    }
    /// Returns false for a message that is not output of a child.
    bool take(const packed_message& message);
    /// Children whose output has not ended.
    [[nodiscard]] std::size_t running() const { return unfinished_.size(); }

  private:
    void print(int tid, const std::string& text);
    void add(int tid, const std::string& bytes);
    void finish(int tid);

    std::FILE* file_ = nullptr;
    bool shows_tids_ = true;
    std::map<int, std::string> unfinished_;  // the last line of each child
};

child_output& the_child_output();

}  // namespace banyan::pvm3
