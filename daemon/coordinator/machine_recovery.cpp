// How a coordinator that has been started again takes over the hosts and runs of the one before it.
#include <set>

#include "daemon/coordinator/known_run.hpp"
#include "daemon/coordinator/machine.hpp"

namespace banyan::daemon {

struct machine::recovery {
    known_runs known;
    std::set<std::uint32_t> awaited;    // hosts that have not told all yet
    std::vector<wire::FromHost> later;  // what hosts say after they have told all, and before the runs are there
    std::function<void()> done;         // null when the recovery is over
};

void machine::recover(std::function<void()> done) {
    const auto r = std::make_shared<recovery>();
    r->done = std::move(done);
    const auto watchers = keeper_.hosts();
    for (const auto& [number, watcher] : watchers) {
        hosts_[number] = std::make_shared<host_link>(io_, net::host_id{number});
        r->awaited.insert(number);
    }
    for (const auto& [number, host] : hosts_)
        host->expect_return(watchers.at(number), recovery_handlers(r));
    if (hosts_.empty()) std::exchange(r->done, nullptr)();
}

host_link::handlers machine::recovery_handlers(const std::shared_ptr<recovery>& r) {
    return {[this, r](host_link& host) { settle(*r, host.number()); },
            [this, r](host_link& host, const wire::FromHost& message) {
                if (!r->done) return tell_runs(message);
                if (host.is_ready())
                    r->later.push_back(message);
                else
                    r->known.take(message);
            },
            [this, r](host_link& host, const std::string& why) {
                if (!r->done) return host_lost(host, why);
                const auto number = host.number();
                forget(number);
                const auto kept = hosts_.extract(number.value).mapped();
                if (!kept->is_gone()) ending_.push_back(kept);
                settle(*r, number);
            }};
}

void machine::settle(recovery& r, net::host_id told_or_lost) {
    r.awaited.erase(told_or_lost.value);
    if (!r.awaited.empty() || !r.done) return;
    const auto done = std::exchange(r.done, nullptr);
    host_table present;
    for (const auto& [number, host] : hosts_)
        present[number] = host;
    for (const auto& [number, known] : r.known.list()) {
        const auto resumed = std::make_shared<run>(io_, known, present);
        keep_run(resumed);
        resumed->resume_hosts(known);
    }
    for (const auto& message : std::exchange(r.later, {}))
        tell_runs(message);
    if (hosts_.empty()) return take_down("its last host is lost");
    done();
}

}  // namespace banyan::daemon
