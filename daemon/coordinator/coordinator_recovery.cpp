// How a restarted coordinator takes over the hosts and runs of the one before it.
#include <set>
#include <utility>

#include "daemon/coordinator/coordinator.hpp"
#include "daemon/coordinator/known_run.hpp"

namespace banyan::daemon {

struct coordinator::recovery {
    explicit recovery(int last_run) : known(last_run) {}

    known_runs known;
    std::set<std::uint32_t> awaited{};  // hosts that have not reported everything yet
    /// Messages that came after the report of their host and before the runs were restored.
    std::vector<std::pair<host_pointer, wire::FromHost>> later{};
    std::function<void()> done{};  // null after the recovery
};

void coordinator::recover(std::function<void()> done) {
    const auto r = std::make_shared<recovery>(last_run_);
    r->done = std::move(done);
    const auto watchers = keeper_.hosts();
    for (const auto& [number, watcher] : watchers) {
        keep_host(std::make_shared<host_link>(io_, net::host_id{number}));
        r->awaited.insert(number);
    }
    for (const auto& [number, host] : hosts_)
        host->expect_return({watchers.at(number), keeper_.state().names.at(number)}, recovery_handlers(r));
    if (hosts_.empty()) std::exchange(r->done, nullptr)();
}

host_link::handlers coordinator::recovery_handlers(const std::shared_ptr<recovery>& r) {
    return {[this, r](host_link& host) { mark_recovered(*r, host.number()); },
            [this, r](host_link& host, const wire::FromHost& message) {
                if (!r->done) return take_host_message(message);
                r->known.count(host.number(), message);
                if (host.is_ready())
                    r->later.emplace_back(host.shared_from_this(), message);
                else
                    r->known.take(host.number(), message);
            },
            [this, r](host_link& host, const std::string& why) {
                if (!r->done) return host_lost(host, why);
                const auto number = host.number();
                forget(number);
                const auto kept = hosts_.extract(number.value).mapped();
                if (!kept->is_gone()) ending_.push_back(kept);
                end_orphans(number, orphan_rounds);
                mark_recovered(*r, number);
            }};
}

bool coordinator::may_be_forgotten(const std::string& token) const {
    return keeper_.state().has_lost_hosts || forgotten_tokens_.contains(token);
}

void coordinator::resume_run(const known_run& known, const host_table& present) {
    const auto resumed = std::make_shared<run>(io_, known, present);
    keep_run(resumed);
    resumed->on_forgotten([this, number = resumed->number(), token = resumed->token()] {
        forgotten_tokens_.insert(token);
        runs_.erase(number);
    });
    try {
        resumed->resume_hosts(known);
    } catch (const net::error& failed) {  // the reports of its hosts contradict each other
        resumed->end_early(failed.what());
    }
}

void coordinator::mark_recovered(recovery& r, net::host_id recovered) {
    r.awaited.erase(recovered.value);
    if (!r.awaited.empty() || !r.done) return;
    const auto done = std::exchange(r.done, nullptr);
    host_table present;
    for (const auto& [number, host] : hosts_)
        present[number] = host;
    const auto runs = r.known.list();
    for (const auto& [number, known] : runs)
        for (const std::uint32_t id : known.record.tasks()) {
            const net::task_id task{id};
            if (const auto host = hosts_.find(task.host_part()); host != hosts_.end()) host->second->reserve(task);
        }
    for (const auto& [number, known] : runs)
        resume_run(known, present);
    for (const auto& [host, message] : std::exchange(r.later, {}))
        try {
            if (host->is_ready()) take_host_message(message);
        } catch (const net::error& failed) {  // an error of this host only
            remove(host, failed.what());
        }
    if (hosts_.empty()) return take_down(last_host_lost);
    done();
}

}  // namespace banyan::daemon
