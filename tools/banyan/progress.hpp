// One line on standard error that shows what the verb is doing, if standard error is a terminal.
#pragma once

#include <string>

namespace banyan::tools {

class progress {
  public:
    progress();
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;
    /// Erases the line.
    ~progress();
    /// Replaces the text of the line. Text that is longer than the terminal is wide is cut.
    void say(const std::string& text);
    /// Erases the line, so that other output can follow.
    void clear();

  private:
    bool wanted_;
    bool shown_ = false;
};

}  // namespace banyan::tools
