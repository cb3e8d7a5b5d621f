#include "banyan/net/persistent_varying.hpp"

namespace banyan::net {

persistent_collective detail::persistent_with_counts(const group& g, collective_arguments arguments, kept_counts counts,
                                                     std::span<std::byte> output, const collective_options& how) {
    auto kept = std::make_shared<const kept_counts>(std::move(counts));
    arguments.output = output;
    arguments.counts = kept->counts;
    arguments.receive_counts = kept->receive_counts;
    arguments.matrix = kept->matrix;
    return {g, arguments, how, std::move(kept)};
}

}  // namespace banyan::net
