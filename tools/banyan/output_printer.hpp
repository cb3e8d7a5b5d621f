// Writes the output of the tasks to the output of this command, unbuffered, with or without the rank before each line.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "daemon/client/virtual_machine.hpp"
#include "tools/banyan/terminal_text.hpp"

namespace banyan::tools {

class output_printer {
  public:
    struct options {
        int out = 1;                              ///< descriptor for the standard output of the tasks
        int error = 2;                            ///< descriptor for their standard error
        bool tagged = false;                      ///< put the rank before each line
        bool raw = false;                         ///< pass control sequences to a terminal
        std::function<void()> on_interrupt = {};  ///< called when a signal has interrupted a write; the write continues
    };

    explicit output_printer(const options& o);

    /// Writes a block with one call. On a terminal, control sequences are made visible unless `raw`. If `tagged`, a
    /// line break is added where another rank follows an unfinished line; otherwise nothing is added. Blocks while the
    /// reader is slow. Throws net::error closed if the reader has closed its end. Drops what is for a terminal that has
    /// been closed, because the tasks may still save their data.
    void print(const daemon::output_block& block);
    /// Writes unfinished characters and control sequences, after the last block.
    void finish();

  private:
    struct stream {
        int descriptor;
        bool is_terminal;
        bool shown;         // on a terminal, through terminal_text
        std::size_t place;  // index of inside_line_: both streams may be the same file
    };

    static stream stream_to(int descriptor, bool raw, std::size_t place);
    void write(stream& to, int rank, std::string_view text);
    void write_all(const stream& to, std::string_view text) const;
    void label(stream& to, int rank, std::string_view text);

    bool tagged_;
    std::function<void()> on_interrupt_;
    std::array<int, 2> inside_line_{-1, -1};  // rank whose line is unfinished, -1: none; only if tagged
    std::array<stream, 2> streams_;
    std::map<std::pair<int, bool>, terminal_text> filters_;
    std::string shown_;
    std::string labelled_;
};

}  // namespace banyan::tools
