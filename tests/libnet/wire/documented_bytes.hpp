// The examples of docs/wire_format.md as bytes.
#pragma once

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

/// All bytes in the section whose heading contains `heading`: indented lines of hexadecimal pairs, each ended by a
/// comment.
inline std::vector<std::byte> documented_bytes(const std::string& heading) {
    std::ifstream page(BANYAN_SOURCE_FOLDER "/docs/wire_format.md");
    std::vector<std::byte> bytes;
    bool in_section = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("## ")) in_section = line.find(heading) != std::string::npos;
        if (!in_section || !line.starts_with("    ")) continue;
        std::istringstream words(line);
        for (std::string word; words >> word && word.size() == 2;)
            bytes.push_back(static_cast<std::byte>(std::stoi(word, nullptr, 16)));
    }
    return bytes;
}
