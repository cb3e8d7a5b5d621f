// Drawing with gnuplot: a program file is written, kept, and run.
#pragma once

#include <filesystem>
#include <string>

namespace banyan::advisor {

/// The text as a literal of gnuplot's, in single quotes.
std::string gnuplot_quoted(const std::string& text);

/// Writes the program to the file and runs gnuplot on it. Throws std::runtime_error when the file cannot be written,
/// when gnuplot is not installed (the text names the Debian package) and when it fails; the file stays. Blocks until
/// drawn.
void draw_with_gnuplot(const std::string& program, const std::filesystem::path& file);

}  // namespace banyan::advisor
