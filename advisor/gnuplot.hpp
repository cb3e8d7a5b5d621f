// Draws with gnuplot: writes a program file, keeps it, and runs gnuplot on it.
#pragma once

#include <filesystem>
#include <string>

namespace banyan::advisor {

/// The text as a gnuplot string in single quotes.
std::string gnuplot_quoted(const std::string& text);

/// Writes the program to the file and runs gnuplot on it. Blocks until gnuplot ends. Throws std::runtime_error if the
/// file cannot be written, if gnuplot is not installed (the text names the Debian package), and if gnuplot fails. The
/// file remains.
void draw_with_gnuplot(const std::string& program, const std::filesystem::path& file);

}  // namespace banyan::advisor
