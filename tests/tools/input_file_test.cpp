#include "tools/banyan/input_file.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/common/scratch_folder.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools::input_file_test {

using Catch::Matchers::Equals;

TEST_CASE("an input file is read whole, zero bytes and missing ends of lines included") {
    const testing::scratch_folder folder;
    const auto file = folder.path / "input";
    const std::string text("a\n\0b\r\n\nc", 8);
    std::ofstream(file, std::ios::binary) << text;
    CHECK(read_input_file(file, "--current") == text);
    std::ofstream(file, std::ios::trunc).close();
    CHECK(read_input_file(file, "--current").empty());
}

TEST_CASE("an input file that cannot be read is named with its option and the reason") {
    const testing::scratch_folder folder;
    const auto missing = folder.path / "missing";
    CHECK_THROWS_WITH(read_input_file(missing, "--current"),
                      Equals("--current: " + missing.string() + " cannot be read: No such file or directory"));
    CHECK_THROWS_WITH(read_input_file(folder.path, "--current"),
                      Equals("--current: " + folder.path.string() + " cannot be read: Is a directory"));
}

}  // namespace banyan::tools::input_file_test
