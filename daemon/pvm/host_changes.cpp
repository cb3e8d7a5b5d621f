#include "daemon/pvm/host_changes.hpp"

#include "banyan/net/error.hpp"
#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/host_plan.hpp"
#include "daemon/pvm/hosts_to_start.hpp"
#include "daemon/pvm/tids.hpp"

namespace banyan::daemon::pvm {

const wire::Host* host_changes::host_named(const std::string& name) const {
    for (const auto& [number, host] : hosts_.hosts())
        if (host.name() == name) return &host;
    return nullptr;
}

// Later, because the caller must not be called from inside its own call.
void host_changes::post(step next, const std::shared_ptr<change>& left) {
    net::asio::post(io_, [this, next, left] { (this->*next)(left); });
}

host_changes::result_handler host_changes::taking(const std::shared_ptr<change>& left, step next) {
    return [this, left, next](int result) {
        left->results.push_back(result);
        post(next, left);
    };
}

void host_changes::add(std::uint64_t request, const std::vector<std::string>& names) {
    post(&host_changes::add_next, std::make_shared<change>(change{request, names, {}}));
}

void host_changes::add_next(const std::shared_ptr<change>& left) {
    if (left->results.size() == left->names.size()) return handlers_.added(left->request, left->results);
    const auto take = taking(left, &host_changes::add_next);
    const auto& text = left->names[left->results.size()];
    pvm_host host;
    try {
        host = parse_pvm_host(text, file_.defaults);
    } catch (const net::error& wrong) {
        handlers_.log(wrong.what());
        return take(PvmBadParam);
    }
    if (host_named(host.name)) return take(PvmDupHost);
    if (host.name == text) host = file_.find(host.name);
    try {
        start(host, take);
    } catch (const net::error& failed) {  // there is no thread for it
        handlers_.log(failed.what());
        take(PvmOutOfRes);
    }
}

// `take` gets the tid of the host's daemon or an error code.
void host_changes::start(const pvm_host& host, const result_handler& take) {
    if (!host.start_option.empty()) handlers_.log(start_option_note({host.name}, host.start_option));
    const auto entry = with_start_variables(to_host_entry(host));
    async_plan_host(io_, entry, [this, host, take](const host_plan& plan) {
        if (!plan.failure.empty()) {
            handlers_.log(plan.failure);
            return take(plan.has_address ? PvmBadParam : PvmNoHost);
        }
        if (host_named(host.name)) return take(PvmDupHost);  // another request has added it meanwhile
        hosts_.add(plan.request, [this, host, take, is_known = plan.has_address](const std::string& failure) {
            if (!failure.empty()) handlers_.log(failure);
            if (const auto* added = host_named(host.name)) {
                file_.set(host);
                return take(static_cast<int>(daemon_tid(added->number())));
            }
            take(is_known ? PvmCantStart : PvmNoHost);
        });
    });
}

void host_changes::remove(std::uint64_t request, const std::vector<std::string>& names) {
    post(&host_changes::remove_next, std::make_shared<change>(change{request, names, {}}));
}

void host_changes::remove_next(const std::shared_ptr<change>& left) {
    if (left->results.size() == left->names.size()) return handlers_.deleted(left->request, left->results);
    const auto& name = left->names[left->results.size()];
    const auto take = taking(left, &host_changes::remove_next);
    if (!host_named(name)) return take(PvmNoHost);
    hosts_.remove({name}, [this, take](const std::string& failure) {
        if (!failure.empty()) handlers_.log(failure);
        take(failure.empty() ? 0 : PvmBadParam);  // the last host
    });
}

}  // namespace banyan::daemon::pvm
