// Writes the tasks' output to this command's own, unbuffered by us, with or without the rank's label.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>

#include "daemon/client/virtual_machine.hpp"
#include "tools/banyan/terminal_text.hpp"

namespace banyan::tools {

class output_printer {
  public:
    struct options {
        int out = 1;          ///< descriptor for stdout of the tasks
        int error = 2;        ///< and for stderr
        bool tagged = false;  ///< begin each line with its rank
        bool raw = false;     ///< let control sequences through to a terminal
    };

    explicit output_printer(const options& o);

    /// One write for each block. Without labels nothing is added, on a terminal control sequences are made harmless.
    /// With labels a line break is added where output of another rank follows an unfinished line. Blocks while the
    /// reader is slow. Throws net::error closed when there is no reader any more.
    void print(const daemon::output_block& block);
    /// The output has ended: writes what waits for the rest of a character or control sequence.
    void finish();

  private:
    struct stream {
        int descriptor;
        bool shown;         // on a terminal that control sequences must not reach
        std::size_t place;  // where it goes to: index of inside_line_
    };

    void write(stream& to, int rank, std::string_view text);
    void label(stream& to, int rank, std::string_view text);

    bool tagged_;
    std::array<int, 2> inside_line_{-1, -1};  // rank whose line is unfinished at a place, -1 for none; with labels only
    std::array<stream, 2> streams_;
    std::map<std::pair<int, bool>, terminal_text> filters_;
    std::string shown_;
    std::string labelled_;
};

}  // namespace banyan::tools
