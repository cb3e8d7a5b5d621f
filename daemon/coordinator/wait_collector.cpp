#include "daemon/coordinator/wait_collector.hpp"

#include <utility>

namespace banyan::daemon {

namespace {

constexpr std::chrono::seconds longest_answer{1};

}  // namespace

wait_collector::wait_collector(net::asio::io_context& io, wire::Waits first, done_handler done)
    : limit_(io), waits_(std::move(first)), done_(std::move(done)) {
    for (const auto& task : waits_.tasks())
        if (task.answer() == wire::TaskWaits::SILENT) silent_.insert(task.task().task());
}

void wait_collector::start() {
    if (silent_.empty()) return finish();
    limit_.expires_after(longest_answer);
    limit_.async_wait([self = shared_from_this()](const boost::system::error_code& cancelled) {
        if (!cancelled) self->finish();
    });
}

void wait_collector::take(const wire::TaskReport& report) {
    if (is_done() || silent_.erase(report.task()) == 0) return;
    for (auto& entry : *waits_.mutable_tasks()) {
        if (entry.task().task() != report.task()) continue;
        entry.set_answer(wire::TaskWaits::ANSWERED);
        *entry.mutable_report() = report.report();
    }
    if (silent_.empty()) finish();
}

void wait_collector::finish() {
    if (is_done()) return;
    limit_.cancel();
    std::exchange(done_, nullptr)(waits_);
}

}  // namespace banyan::daemon
