#include "examples/images/image.hpp"

#include <png.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <numbers>
#include <random>
#include <stdexcept>

namespace images {
namespace {

constexpr std::int64_t most_pixels = std::int64_t{1} << 28;

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
    throw std::runtime_error(file + ": " + why);
}

void expect_size(const std::string& file, std::int64_t rows, std::int64_t cols) {
    if (rows < 1 || cols < 1 || rows > most_pixels / cols)
        refuse(file, std::to_string(rows) + " x " + std::to_string(cols) + " pixels; from 1 to 2^28 are possible");
}

image read_png(const std::string& file) {
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&header, file.c_str()) == 0) refuse(file, header.message);
    // libpng would convert 16-bit samples as linear light, so the levels of grey would change.
    if ((header.format & PNG_FORMAT_FLAG_LINEAR) != 0) refuse(file, "16 bits for a sample; at most 8 are possible");
    header.format = PNG_FORMAT_GRAY;
    image result{header.height, header.width, {}};
    expect_size(file, result.rows, result.cols);
    result.grey.resize(PNG_IMAGE_SIZE(header));
    if (png_image_finish_read(&header, nullptr, result.grey.data(), 0, nullptr) == 0) refuse(file, header.message);
    return result;
}

// The next number of the header or of a P2 file; comments are skipped.
std::int64_t next_number(std::istream& in, const std::string& file) {
    while ((in >> std::ws) && in.peek() == '#')
        in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    std::int64_t number = -1;
    if (!(in >> number) || number < 0) refuse(file, "not a complete PGM file");
    return number;
}

std::uint8_t level(std::int64_t of, std::int64_t levels, const std::string& file) {
    if (of > levels)
        refuse(file, "a pixel of " + std::to_string(of) + "; at most " + std::to_string(levels) + " is possible");
    return static_cast<std::uint8_t>(of);
}

image read_pgm(std::istream& in, bool is_text, const std::string& file) {
    image result;
    result.cols = next_number(in, file);
    result.rows = next_number(in, file);
    expect_size(file, result.rows, result.cols);
    const auto levels = next_number(in, file);
    if (levels < 1 || levels > 255)
        refuse(file, std::to_string(levels) + " levels of grey; from 1 to 255 are possible");
    result.grey.resize(static_cast<std::size_t>(result.rows * result.cols));
    if (is_text) {
        for (auto& pixel : result.grey)
            pixel = level(next_number(in, file), levels, file);
    } else {
        in.get();  // the one space after the header
        in.read(reinterpret_cast<char*>(result.grey.data()), static_cast<std::streamsize>(result.grey.size()));
        if (in.gcount() != static_cast<std::streamsize>(result.grey.size())) refuse(file, "not a complete PGM file");
    }
    for (auto& pixel : result.grey)
        pixel = static_cast<std::uint8_t>(level(pixel, levels, file) * 255 / levels);
    return result;
}

// One shape of a made picture.
struct shape {
    int kind = 0;  // disc, ring, bar, wave
    double row = 0, col = 0, size = 0, turn = 0;
    std::uint8_t grey = 0;

    [[nodiscard]] bool covers(double r, double c) const {
        const double down = r - row, across = c - col;
        const double along = down * std::cos(turn) + across * std::sin(turn);
        const double beside = across * std::cos(turn) - down * std::sin(turn);
        const double distance = std::hypot(down, across);
        switch (kind) {
            case 0:
                return distance < size;
            case 1:
                return distance < size && distance > 0.7 * size;
            case 2:
                return std::abs(along) < 2 * size && std::abs(beside) < 0.3 * size;
            default:
                return std::abs(along) < 2 * size &&
                       std::abs(beside - 0.4 * size * std::sin(4 * along / size)) < 0.2 * size;
        }
    }
};

void draw(const shape& one, image& on) {
    for (std::int64_t r = 0; r < on.rows; ++r)
        for (std::int64_t c = 0; c < on.cols; ++c)
            if (one.covers(static_cast<double>(r), static_cast<double>(c)))
                on.grey[static_cast<std::size_t>(r * on.cols + c)] = one.grey;
}

// Shapes stand in the cells of a square lattice, so that few of them touch.
shape any_shape(std::mt19937& random, double row, double col, double cell) {
    // Not the distributions of the library, which differ from one to the next.
    const auto below = [&random](double limit) { return limit * static_cast<double>(random()) / 4294967296.0; };
    shape made;
    made.kind = static_cast<int>(below(4));
    made.row = row + cell * 0.4 + below(cell * 0.2);
    made.col = col + cell * 0.4 + below(cell * 0.2);
    const double reach = made.kind < 2 ? 1 : 2;  // bars and waves are longer
    made.size = (cell * 0.15 + below(cell * 0.25)) / reach;
    made.turn = below(std::numbers::pi);
    made.grey = static_cast<std::uint8_t>(80 + below(176));
    return made;
}

}  // namespace

image read_image(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    char magic[2] = {};
    if (!in) refuse(file, std::strerror(errno));
    if (!in.read(magic, sizeof magic)) refuse(file, "neither a PNG nor a PGM file (P2 or P5)");
    if (magic[0] == 'P' && (magic[1] == '2' || magic[1] == '5')) return read_pgm(in, magic[1] == '2', file);
    if (magic[0] == '\x89' && magic[1] == 'P') return read_png(file);
    refuse(file, "neither a PNG nor a PGM file (P2 or P5)");
}

image made_image(std::int64_t n, std::uint32_t seed) {
    expect_size("a made image", n, n);
    std::mt19937 random(seed);
    image result{n, n, std::vector<std::uint8_t>(static_cast<std::size_t>(n * n), 16)};
    const auto lattice = std::clamp<std::int64_t>(n / 32, 3, 7);
    const double cell = static_cast<double>(n) / static_cast<double>(lattice);
    for (std::int64_t i = 0; i < lattice * lattice; ++i)
        draw(any_shape(random, static_cast<double>(i / lattice) * cell, static_cast<double>(i % lattice) * cell, cell),
             result);
    return result;
}

}  // namespace images
