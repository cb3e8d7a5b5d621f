// Lines from a pipe or a file. Each is printed after the prompt, so that the output looks as on a terminal.
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "tools/pvm/line_input.hpp"

namespace banyan::pvm_console {
namespace {

class plain_input final : public line_input {
  public:
    explicit plain_input(messages incoming) : line_input(std::move(incoming)) {}

    std::optional<std::string> next() override {
        std::fputs(prompt, stdout);
        auto line = take_line();
        if (line) print(*line);
        return line;
    }

    void print(const std::string& line) override { std::puts(line.c_str()); }

    [[nodiscard]] bool is_terminal() const override { return false; }

  private:
    std::optional<std::string> take_line() {
        while (!ended_ && buffer_.find('\n') == buffer_.npos)
            read_more();
        if (buffer_.empty()) return std::nullopt;
        const auto end = buffer_.find('\n');
        std::string line = buffer_.substr(0, end);
        buffer_.erase(0, end == buffer_.npos ? end : end + 1);
        return line;
    }

    void read_more() {
        wait();
        char chunk[4096];
        const auto n = ::read(STDIN_FILENO, chunk, sizeof chunk);
        if (n > 0) buffer_.append(chunk, static_cast<std::size_t>(n));
        ended_ = n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN);
    }

    std::string buffer_;
    bool ended_ = false;
};

}  // namespace

std::unique_ptr<line_input> make_plain_input(line_input::messages incoming) {
    return std::make_unique<plain_input>(std::move(incoming));
}

}  // namespace banyan::pvm_console
