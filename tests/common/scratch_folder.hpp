// A temporary folder for one test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>

namespace banyan::testing {

struct scratch_folder {
    scratch_folder() {
        std::string name = std::filesystem::temp_directory_path() / "banyan-test-XXXXXX";
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
        path = name;
    }
    ~scratch_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    std::filesystem::path path;
};

/// The contents of the file; empty if there is no file.
inline std::string read(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace banyan::testing
