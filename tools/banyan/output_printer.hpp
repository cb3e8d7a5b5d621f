// Writes the tasks' output to this command's own, unbuffered by us, with or without the rank's label.
#pragma once

#include <array>
#include <string>

#include "daemon/client/virtual_machine.hpp"

namespace banyan::tools {

class output_printer {
  public:
    struct options {
        int out = 1;          ///< descriptor for stdout of the tasks
        int error = 2;        ///< and for stderr
        bool tagged = false;  ///< begin each line with its rank
    };

    explicit output_printer(const options& o);

    /// One write for each block. Without labels nothing is added; with labels a line break where output of another rank
    /// follows an unfinished line. Blocks while the reader is slow. Throws net::error closed when there is no reader
    /// any more.
    void print(const daemon::output_block& block);

  private:
    struct stream {
        int descriptor;
        int inside_line = -1;  // rank whose line is unfinished; with labels only
    };

    void write(stream& to, int rank, std::string_view text);
    void label(stream& to, int rank, std::string_view text);

    bool tagged_;
    std::array<stream, 2> streams_;
    std::string labelled_;
};

}  // namespace banyan::tools
