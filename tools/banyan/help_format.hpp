// --help as we print it: descriptions broken into lines of readable length.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace banyan::tools {

/// `text` with its blanks turned into line ends so that no line is longer than `width`, unless a word is.
std::string broken_into_lines(const std::string& text, std::size_t width);

class help_format : public CLI::Formatter {
  public:
    [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace banyan::tools
