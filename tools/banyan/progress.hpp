// Shows on standard error what the verb is doing: on a terminal in one line that changes, elsewhere with a line at
// least every 10 seconds.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "tools/banyan/progress_pace.hpp"

namespace banyan::tools {

/// The members may be called from one thread. A thread of its own shows the time while the verb waits.
class progress {
  public:
    /// Whether standard error is a terminal that can erase a line. With TERM=dumb it cannot.
    static bool is_on_terminal();

    progress();
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;
    /// Erases the line.
    ~progress();
    /// Replaces the text. On a terminal, text that is longer than the terminal is wide is cut, and control
    /// sequences are shown: names of hosts and programs may contain them.
    void say(const std::string& text);
    /// Erases the line, so that other output can follow. Nothing is shown until the next say().
    void clear();

  private:
    void show(const std::optional<std::string>& text);  // with mutex_
    void erase();                                       // with mutex_
    void start_ticker();
    void tick(const std::stop_token& stopping);

    const bool on_terminal_;
    std::mutex mutex_;  // guards all below, and the output
    std::condition_variable_any changed_;
    progress_pace pace_;
    bool shown_ = false;  // whether there is a line on the terminal
    std::jthread ticker_;
};

}  // namespace banyan::tools
