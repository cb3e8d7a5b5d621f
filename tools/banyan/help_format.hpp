// The format of --help: descriptions are broken into lines.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace banyan::tools {

/// `text` with line breaks instead of some spaces, so that only lines of a single word are longer than `width`.
std::string broken_into_lines(const std::string& text, std::size_t width);

class help_format : public CLI::Formatter {
  public:
    [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace banyan::tools
