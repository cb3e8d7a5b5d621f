// The folder that --out names, and the files in it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace banyan::tools {

/// Makes the folder if it does not exist. Throws verb_error (failed) if it cannot be made or written to. Call it before
/// a long measurement, so that the error appears early.
void make_output_folder(const std::filesystem::path& folder);

/// Throws verb_error (failed) if the file cannot be written, before a long measurement starts. The file stays as it is,
/// and so does a symbolic link to a file that does not exist yet. `option` is the one that names the file.
void check_output_file(const std::filesystem::path& file, const std::string& option = "--out");

/// A file that an option names; an empty name means that the option was not given.
struct output_file {
    std::string option;
    std::filesystem::path file;
};

/// Checks each given file as check_output_file() does. Throws verb_error (usage) if two of them are the same file,
/// because the one that is written last would replace the other. Devices may be named more than once.
void check_output_files(const std::vector<output_file>& files);

/// Writes the whole file, as replace_file(): if it cannot be written, the old contents stay and verb_error (failed) is
/// thrown.
void write_output_file(const std::filesystem::path& file, const std::string& text, const std::string& option = "--out");

/// Calls write(), which writes files of results, and then print(), also if write() throws verb_error: the results are
/// valid without the files. Then throws that error.
void write_and_print(const std::function<void()>& write, const std::function<void()>& print);

}  // namespace banyan::tools
