#include "daemon/coordinator/run_failure.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace banyan::daemon {
namespace {

bool is_of(const run_failure& failure, net::task_id task) {
    return std::ranges::find(failure.tasks, task) != failure.tasks.end();
}

}  // namespace

// The failure that this one follows from; nullptr if there is none. It is the failure of the task that the exception
// names. If there is no exception and the task has ended itself, it is the first failure whose loss had been sent to
// the task.
const run_failure* failure_collector::source_of(const run_failure& failure) const {
    const run_failure* source = nullptr;
    for (const auto& other : failures_) {
        if (&other == &failure) continue;
        if (failure.follows != net::task_id{} && is_of(other, failure.follows)) return &other;
        const bool told = failure.kind != failure_kind::by_itself && other.lost_as < failure.losses_told;
        if (told && (!source || other.lost_as < source->lost_as)) source = &other;
    }
    return source;
}

const run_failure* failure_collector::cause() const {
    if (cause_) return &failures_[*cause_];
    const run_failure* best = nullptr;
    for (const bool roots_only : {true, false}) {
        for (const auto& failure : failures_) {
            if (roots_only && source_of(failure)) continue;
            if (!best || failure.kind < best->kind) best = &failure;
        }
        if (best) break;  // else each failure follows from another one
    }
    return best;
}

void failure_collector::decide() {
    const run_failure* first = cause();
    if (!first || cause_) return;
    cause_ = static_cast<std::size_t>(first - failures_.data());
    known_ = failures_.size();
}

std::string failure_collector::text_of(const run_failure& failure) const {
    const run_failure* source = source_of(failure);
    if (!source) return failure.text;
    const std::string whose =
        source->rank < 0 ? "the loss of its host" : fmt::format("the loss of rank {}", source->rank);
    if (failure.exception_text.empty()) return fmt::format("{}, after {}", failure.text, whose);
    if (source == cause()) return fmt::format("{}: follows from it: {}", failure.task_text, failure.exception_text);
    return fmt::format("{}: follows from {}: {}", failure.task_text, whose, failure.exception_text);
}

std::vector<listed_failure> failure_collector::list() const {
    std::vector<listed_failure> listed;
    const run_failure* first = cause();
    if (!first) return listed;
    listed.push_back({*first, false, first->text});
    for (std::size_t i = 0; i < failures_.size(); ++i) {
        const auto& failure = failures_[i];
        const bool follows = source_of(failure) != nullptr;
        if (&failure != first && (follows || i < known_)) listed.push_back({failure, follows, text_of(failure)});
    }
    return listed;
}

}  // namespace banyan::daemon
