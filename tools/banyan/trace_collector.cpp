#include "tools/banyan/trace_collector.hpp"

#include <fmt/format.h>

#include <random>

namespace banyan::tools {
namespace {

std::string random_token() {
    std::random_device random;
    return fmt::format("{:08x}{:08x}", random(), random());
}

}  // namespace

trace_collector::trace_collector(std::size_t bytes_per_task)
    : token_(random_token()), bytes_per_task_(bytes_per_task) {}

std::string trace_collector::variable() const {
    return fmt::format("{}:{}", token_, bytes_per_task_);
}

void trace_collector::extract(const daemon::output_block& block, const daemon::output_handler& print) {
    auto& from = extractors_.try_emplace({block.rank, block.is_error}, token_).first->second;
    const std::string rest =
        from.extract(block.text, [&](std::string_view line) { static_cast<void>(readers_[block.rank].take(line)); });
    if (!rest.empty()) print({block.rank, block.is_error, rest});
}

void trace_collector::finish(const daemon::output_handler& print) {
    for (auto& [from, extractor] : extractors_) {
        const std::string rest = extractor.finish();
        if (!rest.empty()) print({from.first, from.second, rest});
    }
}

std::vector<net::tracing::task_trace> trace_collector::take() {
    std::vector<net::tracing::task_trace> traces;
    for (auto& [rank, reader] : readers_)
        if (reader.has_begun()) traces.push_back(std::move(reader.trace()));
    return traces;
}

std::vector<int> trace_collector::incomplete(int tasks) const {
    std::vector<int> ranks;
    for (int rank = 0; rank < tasks; ++rank) {
        const auto found = readers_.find(rank);
        if (found == readers_.end() || !found->second.is_complete()) ranks.push_back(rank);
    }
    return ranks;
}

}  // namespace banyan::tools
