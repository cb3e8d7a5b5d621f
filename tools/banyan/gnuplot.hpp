// Draws pictures with gnuplot.
#pragma once

#include <filesystem>
#include <string>

namespace banyan::tools {

/// The text as a string of gnuplot in single quotes.
std::string gnuplot_quoted(const std::string& text);

/// Writes the program to the file and runs gnuplot on it. Blocks until gnuplot has ended; the file remains. Throws
/// verb_error (failed) if the file cannot be written (the text names `option`), if gnuplot is not installed (the text
/// names the Debian package), or if it fails.
void draw_with_gnuplot(const std::string& program, const std::filesystem::path& file,
                       const std::string& option = "--out");

}  // namespace banyan::tools
