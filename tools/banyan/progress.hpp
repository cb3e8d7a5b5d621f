// One line on the terminal that says what is being done; nothing where stderr is no terminal.
#pragma once

#include <string>

namespace banyan::tools {

class progress {
  public:
    progress();
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;
    /// Clears the line.
    ~progress();
    /// Replaces the line's text.
    void say(const std::string& text);
    /// Clears the line, so that other output starts at its beginning.
    void clear();

  private:
    bool wanted_;
    bool shown_ = false;
};

}  // namespace banyan::tools
