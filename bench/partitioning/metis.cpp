#include "bench/partitioning/others.hpp"

#ifdef BANYAN_METIS
#include <metis.h>

#include <stdexcept>
#endif

namespace banyan::bench {

#ifdef BANYAN_METIS

std::optional<std::vector<std::int32_t>> by_metis(int rows, int cols, std::span<const double> shares) {
    idx_t vertices = rows * cols;
    idx_t constraints = 1;
    auto parts = static_cast<idx_t>(shares.size());
    std::vector<idx_t> first{0};
    std::vector<idx_t> neighbours;
    for (idx_t row = 0; row < rows; ++row)
        for (idx_t col = 0; col < cols; ++col) {
            if (row > 0) neighbours.push_back((row - 1) * cols + col);
            if (row + 1 < rows) neighbours.push_back((row + 1) * cols + col);
            if (col > 0) neighbours.push_back(row * cols + col - 1);
            if (col + 1 < cols) neighbours.push_back(row * cols + col + 1);
            first.push_back(static_cast<idx_t>(neighbours.size()));
        }
    std::vector<real_t> wanted;
    for (double share : shares)
        wanted.push_back(static_cast<real_t>(share));
    std::vector<idx_t> owners(static_cast<std::size_t>(vertices));
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    idx_t cut = 0;
    const int status = METIS_PartGraphKway(&vertices, &constraints, first.data(), neighbours.data(), nullptr, nullptr,
                                           nullptr, &parts, wanted.data(), nullptr, options, &cut, owners.data());
    if (status != METIS_OK) throw std::runtime_error("METIS failed");
    return std::vector<std::int32_t>(owners.begin(), owners.end());
}

#else

std::optional<std::vector<std::int32_t>> by_metis(int, int, std::span<const double>) {
    return std::nullopt;
}

#endif

}  // namespace banyan::bench
