// Lines from a terminal, with history and completion by libedit, through its interface of readline. Output of jobs
// appears above the line that the user writes.
#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
// readline.h uses FILE without including stdio.h.
#include <editline/readline.h>

#include "tools/pvm/line_input.hpp"

namespace banyan::pvm_console {
namespace {

// The only terminal_input, for the functions that libedit calls: it passes them no argument of the caller.
class terminal_input* the_input = nullptr;

constexpr const char* clear_line = "\r\033[K";

termios usual_settings{};  // of the terminal

// libedit changes the settings of the terminal while the user writes a line.
void restore_terminal(int signal) {
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &usual_settings);
    ::raise(signal);
}

// The library ends the console by SIGTERM when the virtual machine ends.
void restore_terminal_at(int signal) {
    struct sigaction action {};
    action.sa_handler = restore_terminal;
    action.sa_flags = SA_RESETHAND;
    ::sigaction(signal, &action, nullptr);
}

class terminal_input final : public line_input {
  public:
    terminal_input(messages incoming, name_list commands)
        : line_input(std::move(incoming)), commands_(std::move(commands)) {
        the_input = this;
        ::tcgetattr(STDIN_FILENO, &usual_settings);
        for (const int signal : {SIGTERM, SIGHUP})
            restore_terminal_at(signal);
        rl_readline_name = "pvm";
        rl_attempted_completion_function = complete;
    }
    ~terminal_input() override { the_input = nullptr; }

    std::optional<std::string> next() override {
        is_done_ = false;
        is_reading_ = true;
        rl_callback_handler_install(prompt, take_line);
        while (!is_done_) {
            wait();
            rl_callback_read_char();
        }
        return std::move(line_);
    }

    void print(const std::string& line) override {
        if (is_reading_) std::fputs(clear_line, stdout);
        std::puts(line.c_str());
        std::fflush(stdout);
        if (is_reading_) rl_forced_update_display();
    }

    [[nodiscard]] bool is_terminal() const override { return true; }

  private:
    // `text` is null at the end of the input.
    static void take_line(char* text) {
        rl_callback_handler_remove();
        the_input->is_done_ = true;
        the_input->is_reading_ = false;
        the_input->line_ = text ? std::optional<std::string>(text) : std::nullopt;
        if (text && *text) add_history(text);
        std::free(text);
    }

    // The first word is the name of a command or alias; other words are names of files.
    static char** complete(const char* text, int start, int /*end*/) {
        return start == 0 ? rl_completion_matches(text, next_match) : nullptr;
    }

    static char* next_match(const char* text, int state) {
        static std::vector<std::string> left;
        if (state == 0) left = the_input->commands_();
        while (!left.empty()) {
            const std::string name = left.front();
            left.erase(left.begin());
            if (name.starts_with(text)) return ::strdup(name.c_str());
        }
        rl_attempted_completion_over = 1;
        return nullptr;
    }

    name_list commands_;
    std::optional<std::string> line_;
    bool is_done_ = false;
    bool is_reading_ = false;
};

}  // namespace

std::unique_ptr<line_input> make_terminal_input(line_input::messages incoming, name_list commands) {
    return std::make_unique<terminal_input>(std::move(incoming), std::move(commands));
}

}  // namespace banyan::pvm_console
