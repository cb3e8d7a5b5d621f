#include "daemon/pvm/task_messages.hpp"

#include <utility>

#include "daemon/pvm/service_message.hpp"

namespace banyan::daemon::pvm {

void task_messages::send(tid to, const pvm3::wire::ToPvmTask& message) {
    if (tasks_.is_enrolled(to)) effects_.send(to, message);
}

void task_messages::send(tid to, pvm3::wire::Message message) {
    pvm3::wire::ToPvmTask wrapped;
    *wrapped.mutable_message() = std::move(message);
    send(to, wrapped);
}

void task_messages::deliver(const notifications::notices& notices) {
    for (const auto& [to, message] : notices) {
        if (message.after_last_of() != 0) tasks_.remember(to, message.after_last_of());
        send(to, message);
    }
}

void task_messages::send_system(tid to, int tag, const pvm3::xdr_writer& body, int context, int wait_id) {
    auto message = service_message(tag, context, body);
    message.set_wait_id(wait_id);
    send(to, std::move(message));
}

void task_messages::answer(const asker& who, pvm3::wire::Answer answer) {
    if (who.request == 0) return;
    answer.set_request(who.request);
    pvm3::wire::ToPvmTask message;
    *message.mutable_answer() = std::move(answer);
    send(who.task, message);
}

void task_messages::answer(const asker& who, int status) {
    pvm3::wire::Answer result;
    result.set_status(status);
    answer(who, std::move(result));
}

void task_messages::answer_tids(const asker& who, int status, const std::vector<int>& results) {
    pvm3::wire::Answer result;
    result.set_status(status);
    result.mutable_tids()->Add(results.begin(), results.end());
    answer(who, std::move(result));
}

void task_messages::answer_tids(const asker& who, const std::vector<tid>& tids) {
    answer_tids(who, static_cast<int>(tids.size()), std::vector<int>(tids.begin(), tids.end()));
}

}  // namespace banyan::daemon::pvm
