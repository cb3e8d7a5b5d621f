#include "daemon/pvm/notifications.hpp"

#include <algorithm>
#include <functional>

#include "daemon/pvm/service_message.hpp"
#include "daemon/pvm/tids.hpp"

namespace banyan::daemon::pvm {

void notifications::watch_host(tid watched, const order& wanted) {
    host_orders_[host_of(watched)].push_back({watched, wanted});
}

void notifications::watch_additions(const order& wanted, int count) {
    std::erase_if(addition_orders_, [&](const addition_order& other) { return other.wanted == wanted; });
    if (count != 0) addition_orders_.push_back({wanted, count});
}

notifications::notices notifications::cancel_task(tid watched, const order& wanted) {
    const auto orders = task_orders_.find(watched);
    if (orders == task_orders_.end()) return {};
    const auto removed = std::ranges::find(orders->second, wanted);
    if (removed == orders->second.end()) return {};
    orders->second.erase(removed);
    if (orders->second.empty()) task_orders_.erase(orders);
    auto told = task_notice(watched, wanted);
    told.message.clear_after_last_of();  // the task has not ended
    return {told};
}

notifications::notices notifications::cancel_host(tid watched, const order& wanted) {
    const auto orders = host_orders_.find(host_of(watched));
    if (orders == host_orders_.end()) return {};
    const auto removed = std::ranges::find(orders->second, wanted, &host_order::wanted);
    if (removed == orders->second.end()) return {};
    const auto told = host_notice(removed->watched, wanted);
    orders->second.erase(removed);
    if (orders->second.empty()) host_orders_.erase(orders);
    return {told};
}

notifications::notice notifications::task_notice(tid ended, const order& wanted) {
    const int tid_of_ended = static_cast<int>(ended);
    auto message = wanted.of_route ? service_message(wanted.tag, wanted.context, {tid_of_ended, -1})
                                   : service_message(wanted.tag, wanted.context, {tid_of_ended});
    message.set_after_last_of(ended);
    return {wanted.owner, message};
}

notifications::notice notifications::host_notice(tid watched, const order& wanted) {
    return {wanted.owner, service_message(wanted.tag, wanted.context, {static_cast<int>(watched)})};
}

notifications::notices notifications::task_ended(tid task) {
    notices result;
    const auto orders = task_orders_.extract(task);
    if (!orders) return result;
    for (const auto& each : orders.mapped())
        result.push_back(task_notice(task, each));
    return result;
}

notifications::notices notifications::host_deleted(std::uint32_t number) {
    notices result;
    const auto orders = host_orders_.extract(number);
    if (!orders) return result;
    for (const auto& [watched, wanted] : orders.mapped())
        result.push_back(host_notice(watched, wanted));
    return result;
}

notifications::notices notifications::hosts_added(std::vector<std::uint32_t> numbers) {
    notices result;
    if (numbers.empty()) return result;
    std::ranges::sort(numbers, std::greater<>());
    pvm3::xdr_writer body;
    body.add(static_cast<int>(numbers.size()));
    for (const auto number : numbers)
        body.add(static_cast<int>(daemon_tid(number)));
    for (auto& [wanted, count] : addition_orders_) {
        result.push_back({wanted.owner, service_message(wanted.tag, wanted.context, body)});
        if (count > 0) --count;
    }
    std::erase_if(addition_orders_, [](const addition_order& entry) { return entry.count == 0; });
    return result;
}

void notifications::forget(tid owner) {
    const auto forget_in = [&](auto& orders, auto owner_of) {
        for (auto& [watched, list] : orders)
            std::erase_if(list, [&](const auto& entry) { return owner_of(entry) == owner; });
        std::erase_if(orders, [](const auto& entry) { return entry.second.empty(); });
    };
    forget_in(task_orders_, [](const order& entry) { return entry.owner; });
    forget_in(host_orders_, [](const host_order& entry) { return entry.wanted.owner; });
    std::erase_if(addition_orders_, [&](const addition_order& entry) { return entry.wanted.owner == owner; });
}

}  // namespace banyan::daemon::pvm
