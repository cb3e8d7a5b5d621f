// Where the console gets its lines: from a terminal with libedit, or from a pipe or file.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace banyan::pvm_console {

inline constexpr const char* prompt = "pvm> ";

class line_input {
  public:
    /// Called while the console waits for a line.
    struct messages {
        int descriptor = -1;            // readable when a message may have arrived
        std::function<void()> arrived;  // takes all messages that have arrived
    };

    virtual ~line_input() = default;
    /// Shows the prompt and waits for a line; nullopt at the end of the input.
    virtual std::optional<std::string> next() = 0;
    /// Prints a line. If the console waits for input, the prompt is shown again after it.
    virtual void print(const std::string& line) = 0;
    /// True if a user writes the lines at a terminal.
    [[nodiscard]] virtual bool is_terminal() const = 0;
    /// Takes messages until done() is true.
    void take_messages_until(const std::function<bool()>& done);

  protected:
    explicit line_input(messages incoming) : incoming_(std::move(incoming)) {}
    /// Returns when standard input is readable.
    void wait();

  private:
    messages incoming_;
};

/// Names for the completion of the first word.
using name_list = std::function<std::vector<std::string>()>;

/// The input of a terminal if standard input is one.
std::unique_ptr<line_input> make_line_input(line_input::messages incoming, name_list commands);

// For make_line_input.
std::unique_ptr<line_input> make_terminal_input(line_input::messages incoming, name_list commands);
std::unique_ptr<line_input> make_plain_input(line_input::messages incoming);

}  // namespace banyan::pvm_console
