// Runs a fuzz target on every file of its corpus, complete and truncated after every byte.
// Usage: fuzz_replay_TARGET DIRECTORY
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
    if (argc != 2) return std::fprintf(stderr, "usage: %s DIRECTORY\n", argv[0]), 2;
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
        std::ifstream file(entry.path(), std::ios::binary);
        const std::vector<char> read{std::istreambuf_iterator<char>(file), {}};
        const std::vector<std::uint8_t> whole(read.begin(), read.end());
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            const std::vector<std::uint8_t> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            LLVMFuzzerTestOneInput(cut.data(), cut.size());
        }
        ++files;
    }
    std::printf("%zu files of %s\n", files, argv[1]);
    return files > 0 ? 0 : 1;
}
