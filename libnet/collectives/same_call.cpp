#include "banyan/net/same_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "banyan/net/collectives.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/mailbox_impl.hpp"

namespace banyan::net {
namespace {

// The name of the call, then the names and values of its parameters. A zero ends each text.
std::vector<char> encoded_call(std::string_view call, const std::vector<call_parameter>& parameters) {
    std::vector<char> bytes;
    const auto append = [&](std::string_view text) {
        bytes.insert(bytes.end(), text.begin(), text.end());
        bytes.push_back('\0');
    };
    append(call);
    for (const call_parameter& each : parameters) {
        append(each.name);
        append(each.value);
    }
    return bytes;
}

std::vector<std::string> texts_of_call(std::span<const char> bytes) {
    std::vector<std::string> texts;
    while (!bytes.empty()) {
        const auto length = static_cast<std::size_t>(std::ranges::find(bytes, '\0') - bytes.begin());
        texts.emplace_back(bytes.data(), length);
        bytes = bytes.subspan(std::min(length + 1, bytes.size()));
    }
    return texts;
}

// Rank 0 called `first`, and another rank `other`.
std::string call_difference(const std::vector<std::string>& first, int rank, const std::vector<std::string>& other) {
    if (first[0] != other[0]) return fmt::format("rank {} called {} where rank 0 called {}", rank, other[0], first[0]);
    for (std::size_t i = 1; i + 1 < std::min(first.size(), other.size()); i += 2)
        if (first[i] != other[i] || first[i + 1] != other[i + 1])
            return fmt::format(
                "rank {} called {} with {} {} where rank 0 called it with {} {}; allowed: the same on all "
                "ranks",
                rank, other[0], other[i], other[i + 1], first[i], first[i + 1]);
    return fmt::format("rank {} called {} with {} parameters where rank 0 called it with {}", rank, other[0],
                       other.size() / 2, first.size() / 2);
}

}  // namespace

bool checks_calls(const group& g) {
    return g.size() > 1 && detail::group_state::impl_of(g.box()).checks_collectives();
}

void expect_same_call(const group& g, std::string_view call, const std::vector<call_parameter>& parameters,
                      deadline until) {
    if (!checks_calls(g)) return;
    const varying<char> all = allgather_varying(g, encoded_call(call, parameters), until);
    const auto first = std::span<const char>(all.items).first(all.counts[0]);
    std::size_t begin = 0;
    for (int r = 0; r < g.size(); ++r) {
        const std::size_t count = all.counts[static_cast<std::size_t>(r)];
        const auto other = std::span<const char>(all.items).subspan(begin, count);
        begin += count;
        if (std::ranges::equal(first, other)) continue;
        throw error(errc::collective_mismatch, call_difference(texts_of_call(first), r, texts_of_call(other)),
                    g.task(rank{g.rank().value == r ? 0 : r}));
    }
}

}  // namespace banyan::net
