#include "libnet/messaging/peer_failures.hpp"

#include <algorithm>

namespace banyan::net::detail {
namespace {

using namespace std::chrono_literals;

constexpr auto link_check_interval = 1ms;  // pause between two checks for a link that may come

}  // namespace

void peer_failures::take_losses(peer_links& links) {
    while (source_) {
        if (!loss_) loss_ = source_();
        if (!loss_) return;
        note_loss(*loss_, links);  // may throw: the loss is then taken again
        loss_.reset();
    }
}

// The messages that the task sent before its end are read first, also if the report arrives before the link.
void peer_failures::note_loss(const loss& lost, peer_links& links) {
    if (lost.link_only)
        return links.end(lost.task, errc::peer_lost, lost.text);  // there never was a link that could hold messages
    if (!lost.orderly)
        deaths_.push_back(
            {error(lost.host_lost ? errc::host_lost : errc::peer_lost, lost.text, lost.task), deadline::clock::now()});
    if (lost.host_lost) return links.end(lost.task, errc::host_lost, lost.text);
    const auto state = links.state_of(lost.task);
    if (state == peer_links::state::none) return links.end(lost.task, errc::peer_lost, lost.text);
    if (state == peer_links::state::ended) return;
    const bool linked = state == peer_links::state::linked;
    const deadline report_at(last_bytes_);
    pending entry{lost.text, report_at};
    if (linked)
        pending_.insert_or_assign(lost.task, std::move(entry));
    else
        pending_.try_emplace(lost.task, std::move(entry));
    check_at(linked ? report_at : deadline(0s));
}

void peer_failures::report_due(peer_links& links) {
    deadline next;
    for (auto i = pending_.begin(); i != pending_.end();)
        i = report(i->first, i->second, links, next) ? pending_.erase(i) : std::next(i);
    next_check_ = next;
}

// Returns true when the failure is no longer pending. Otherwise reduces `next` to the time of the next call.
bool peer_failures::report(task_id peer, pending& failure, peer_links& links, deadline& next) {
    if (failure.reported) return true;
    const auto state = links.state_of(peer);
    if (state == peer_links::state::ended) return true;
    const bool linked = state == peer_links::state::linked;
    const bool due = state == peer_links::state::none || failure.report_at.passed();
    if (!due || (linked && links.read(peer))) {
        const deadline again = linked ? failure.report_at : deadline(link_check_interval);
        next = std::min(next.when(), again.when());
        return failure.reported;
    }
    links.end(peer, errc::peer_lost, failure.text);
    return true;
}

void peer_failures::set_reported(task_id peer) noexcept {
    if (const auto found = pending_.find(peer); found != pending_.end()) found->second.reported = true;
}

const std::string* peer_failures::pending_text(task_id peer) const {
    const auto found = pending_.find(peer);
    return found == pending_.end() ? nullptr : &found->second.text;
}

const peer_failures::death* peer_failures::death_among(std::span<const task_id> tasks) const {
    const auto found = std::find_if(deaths_.begin(), deaths_.end(), [&](const death& one) {
        return std::find(tasks.begin(), tasks.end(), one.what.peer()) != tasks.end();
    });
    return found == deaths_.end() ? nullptr : &*found;
}

}  // namespace banyan::net::detail
