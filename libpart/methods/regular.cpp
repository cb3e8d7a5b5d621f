// a x b equal blocks placed by Gray codes (nCUBE 2 Programmer's Guide, "Regular Partitions"). Block (r, c) has the code
// gray(r) gray(c) (regular_blocks.hpp, for any number of dimensions); the codes of neighbours differ in one bit. If p
// is a power of two, the code is the number of the processor, where processors are numbered by descending speed and
// equal processors keep their order. So neighbouring blocks, also across the periodic edges, lie on neighbouring nodes
// of the hypercube. For other p the codes are not consecutive; the block with the k-th smallest code then goes to the
// k-th processor, so only the codes of neighbours differ in one bit, not their numbers.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "banyan/part/regular_blocks.hpp"
#include "libpart/methods/block_lattice.hpp"
#include "libpart/methods/method.hpp"

namespace banyan::part {
namespace {

/// place[k] = the row-major number of the block with the k-th smallest code.
std::vector<std::size_t> by_code(const block_lattice& lattice) {
    const std::array blocks{lattice.down, lattice.across};
    std::vector<std::pair<std::uint64_t, std::size_t>> coded;
    for (std::int64_t row = 0; row < lattice.down; ++row)
        for (std::int64_t col = 0; col < lattice.across; ++col)
            coded.emplace_back(block_code(std::array{row, col}, blocks), coded.size());
    std::ranges::sort(coded);
    std::vector<std::size_t> places;
    for (const auto& [code, place] : coded)
        places.push_back(place);
    return places;
}

}  // namespace

cut_tree regular(const grid& domain, processor_list processors) {
    const block_lattice lattice = squarest_blocks(domain, std::ssize(processors));
    const std::vector<std::size_t> places = by_code(lattice);
    std::vector<weighted_processor> placed(processors.begin(), processors.end());
    for (std::size_t rank = 0; rank < processors.size(); ++rank)
        placed[places[rank]] = processors[rank];
    return equal_blocks(lattice, placed);
}

}  // namespace banyan::part
