// The image that a distributed program works on. Rank 0 has it; the others learn whether it has failed.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include "banyan/net/group.hpp"
#include "examples/images/image.hpp"
#include "examples/text_of_rank_0.hpp"

namespace images {

/// Thrown on all ranks for an image that rank 0 cannot read. what() is one line.
class refused_image : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// On rank 0 the image of `file`, or one of size x size pixels that is made from `seed` if `file` is empty; an empty
/// image on the other ranks. Collective; blocks. Throws refused_image (on all ranks) and net::error.
inline image image_of_rank_0(const banyan::net::group& world, const std::string& file, std::int64_t size,
                             std::uint32_t seed) {
    image found;
    std::string why_not;
    if (world.rank().value == 0) {
        try {
            found = file.empty() ? made_image(size, seed) : read_image(file);
        } catch (const std::exception& failure) {
            why_not = failure.what();
        }
    }
    why_not = examples::text_of_rank_0(world, why_not);
    if (!why_not.empty()) throw refused_image((file.empty() ? "--size: " : "--image ") + why_not);
    return found;
}

}  // namespace images
