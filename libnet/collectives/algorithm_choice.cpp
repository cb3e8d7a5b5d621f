#include "libnet/collectives/algorithm_choice.hpp"

#include <fmt/format.h>

namespace banyan::net {
namespace {

// The collective whose algorithms carry out this one.
collective_kind table_kind(collective_kind kind) {
    switch (kind) {
        case collective_kind::gather_varying:
            return collective_kind::gather;
        case collective_kind::scatter_varying:
            return collective_kind::scatter;
        case collective_kind::allgather_varying:
            return collective_kind::allgather;
        default:
            return kind;
    }
}

const algorithm& named_algorithm(collective_kind kind, const collective_shape& shape, std::string_view name) {
    const algorithm* named = find_algorithm(kind, name);
    if (!named)
        throw error(errc::invalid_argument, fmt::format("{}: there is no algorithm '{}'; allowed: automatic, {}",
                                                        name_of(kind), name, algorithm_names(kind)));
    if (named->fits && !named->fits(shape))
        throw error(errc::invalid_argument, fmt::format("{}: the algorithm '{}' does not fit this call: {}",
                                                        name_of(kind), name, named->summary));
    return *named;
}

}  // namespace

const algorithm& choose_algorithm(const group&, const detail::collective_arguments& call, collective_shape& shape,
                                  const collective_options& how) {
    const collective_kind kind = table_kind(call.kind);
    shape.segment = how.segment_bytes / call.item_bytes;
    if (!how.algorithm.empty() && how.algorithm != "automatic") return named_algorithm(kind, shape, how.algorithm);
    for (const algorithm* a : all_algorithms())
        if (a->kind == kind) return *a;
    throw error(errc::invalid_argument, fmt::format("{} has no algorithm", name_of(kind)));
}

}  // namespace banyan::net
