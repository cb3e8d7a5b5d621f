// Images from files.
#include "examples/images/image.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <stdexcept>

#include "examples/images/field_picture.hpp"
#include "examples/images/png_file.hpp"
#include "tests/common/scratch_folder.hpp"

namespace image_test {

using banyan::testing::scratch_folder;
using images::image;
using images::read_image;

namespace {

std::string file_with(const scratch_folder& folder, const std::string& text) {
    const auto file = folder.path / "image";
    std::ofstream(file, std::ios::binary) << text;
    return file;
}

}  // namespace

TEST_CASE("PGM files of both kinds are read", "[images]") {
    const scratch_folder folder;
    const std::vector<std::uint8_t> expected{0, 127, 255, 255, 63, 0};
    const image text = read_image(file_with(folder, "P2\n# a comment\n3 2\n# another\n4\n0 2 4\n4 1 0\n"));
    CHECK(text.rows == 2);
    CHECK(text.cols == 3);
    CHECK(text.grey == expected);
    const image bytes = read_image(file_with(folder, std::string("P5 3 2 4\n\0\2\4\4\1\0", 15)));
    CHECK(bytes.grey == expected);
}

TEST_CASE("PNG files are read as grey", "[images]") {
    const scratch_folder folder;
    const std::string file = folder.path / "image.png";
    const std::vector<std::uint8_t> pixels{0, 10, 20, 30, 40, 255};
    images::write_png(file, pixels, 3, 2, images::pixel_kind::grey);
    const image got = read_image(file);
    CHECK(got.rows == 3);
    CHECK(got.cols == 2);
    CHECK(got.grey == pixels);
}

TEST_CASE("A field is drawn the brighter, the hotter a cell is, with several pixels for each cell", "[images]") {
    const scratch_folder folder;
    const std::string file = folder.path / "field.png";
    const std::vector<double> field{-3, 0, 1, 2, 5, 9};
    images::write_field(file, field, 2, 3);
    const image got = read_image(file);
    CHECK(got.cols == 3 * (got.cols / 3));
    CHECK(3 * got.rows == 2 * got.cols);
    CHECK(got.cols >= 200);
    int before = -1;
    for (int cell = 0; cell < 6; ++cell) {
        const int grey = got.at(cell / 3 * (got.rows / 2), cell % 3 * (got.cols / 3));
        CHECK(grey > before);
        before = grey;
    }
    CHECK_THROWS_WITH(images::write_field("/nonexistent/x.png", field, 2, 3), Catch::Contains("/nonexistent/x.png: "));
}

TEST_CASE("Other files are refused in one line with their name", "[images]") {
    const scratch_folder folder;
    for (const std::string text :
         {"", "x", "P2 2", "P2 2 2 255 1 2 3", "P5 2 2 255\nab", "P2 0 2 255", "P2 1 1 70000 3", "P2 1 1 10 300",
          "P2 9999999 9999999 1 0", "GIF89a", "\x89PNG\r\n"}) {
        const std::string file = file_with(folder, text);
        try {
            (void)read_image(file);
            FAIL("accepted: " << text);
        } catch (const std::runtime_error& refused) {
            const std::string line = refused.what();
            CHECK(line.starts_with(file + ": "));
            CHECK(line.find('\n') == std::string::npos);
        }
    }
    CHECK_THROWS_AS(read_image(folder.path / "missing"), std::runtime_error);
}

TEST_CASE("A made picture depends on its seed only", "[images]") {
    CHECK(images::made_image(40, 1).grey == images::made_image(40, 1).grey);
    CHECK(images::made_image(40, 1).grey != images::made_image(40, 2).grey);
    CHECK(images::made_image(1, 1).grey.size() == 1);
}

}  // namespace image_test
