#include "simulated_host.hpp"

#include <csignal>

namespace banyan::daemon::simulation {

task_ledger::clock::time_point simulated_host::now() const {
    return task_ledger::clock::time_point(std::chrono::nanoseconds(env_.clock.now()));
}

bool simulated_host::is_clear() const {
    return ledger_.all_known(now()).size() == 1 && tasks_.empty() && programs_.empty();
}

void simulated_host::send(const wire::FromHost& message) {
    if (out_) out_->send(message);
}

void simulated_host::tell(const wire::FromHost& message) {
    if (ledger_.note(message)) send(message);
}

void simulated_host::connected(std::shared_ptr<lane<wire::FromHost>> out) {
    out_ = std::move(out);
    wire::FromHost ready;
    ready.mutable_ready()->set_cores(4);
    if (!std::exchange(returns_, true)) return send(ready);
    ready.mutable_ready()->mutable_returned()->set_last_local_task(ledger_.last_local_task());
    send(ready);
    for (const auto& known : ledger_.all_known(now()))
        send(known);
}

void simulated_host::connection_ended() {
    if (!alive_) return;
    env_.say("host {} has lost its coordinator", number_);
    out_ = nullptr;
    for (auto& [id, t] : tasks_)
        if (t.relay) t.relay->hold();
    reach_();
}

void simulated_host::die() {
    env_.say("host {} is lost", number_);
    alive_ = false;
    env_.book.host_lost(number_);
    for (auto& [id, t] : tasks_)
        if (t.process) t.process->vanish();
    if (out_) out_->break_off();
    out_ = nullptr;
}

// ---- from the coordinator

void simulated_host::take(const wire::ToHost& message) {
    if (!alive_) return;
    env_.say("  to host {}: message {}", number_, static_cast<int>(message.kind_case()));
    if (message.has_program()) return take_program(message.program());
    if (message.has_start()) return start_task(message.start());
    if (message.has_run_record()) ledger_.take_record(message.run_record(), now());
    if (message.has_run_ending()) ledger_.take_ending(message.run_ending(), now());
    if (message.has_task_over()) ledger_.take_task_over(message.task_over());
    if (message.has_signal()) {
        ledger_.take_signal(message.signal());
        const auto found = tasks_.find(message.signal().task());
        if (found != tasks_.end() && found->second.process) found->second.process->signal(message.signal().signal());
    }
    take_run_message(message);
    take_task_order(message);
}

void simulated_host::take_program(const wire::ProgramPart& part) {
    auto& words = programs_[part.run()];
    if (part.is_first()) words.clear();
    words.insert(words.end(), part.command().begin(), part.command().end());
}

void simulated_host::take_task_order(const wire::ToHost& message) {
    const auto relay_of = [this](std::uint32_t id) {
        const auto found = tasks_.find(id);
        return found == tasks_.end() ? nullptr : found->second.relay;
    };
    if (message.has_input()) {
        const auto& input = message.input();
        if (!ledger_.take_input(input)) return;
        if (const auto relay = relay_of(input.task())) relay->input(input.data(), input.end());
    } else if (message.has_output_taken()) {
        if (const auto relay = relay_of(message.output_taken().task()))
            relay->output_taken(message.output_taken().bytes());
    } else if (message.has_resume_output()) {
        const auto& resume = message.resume_output();
        if (const auto relay = relay_of(resume.task())) relay->resume(resume.received(), resume.credited());
    } else if (message.has_discard()) {
        if (const auto relay = relay_of(message.discard().task())) relay->discard();
    }
}

void simulated_host::take_run_message(const wire::ToHost& message) {
    net::control::ToTask forwarded;
    if (message.has_table()) {
        if (ledger_.take_table(message.table()))
            tell_run(message.table().run(), ledger_.find_run(message.table().run())->table);
    } else if (message.has_loss()) {
        *forwarded.mutable_loss() = message.loss().loss();
        if (ledger_.take_loss(message.loss())) tell_run(message.loss().run(), forwarded);
    } else if (message.has_task_loss()) {
        *forwarded.mutable_loss() = message.task_loss().loss();
        const auto found = tasks_.find(message.task_loss().task());
        if (found != tasks_.end() && found->second.attached) found->second.process->hear(forwarded);
    } else if (message.has_report_request()) {
        *forwarded.mutable_report_request() = message.report_request().request();
        tell_run(message.report_request().run(), forwarded);
    } else if (message.has_run_over()) {
        forget(message.run_over());
    }
}

void simulated_host::forget(const wire::RunOver& over) {
    for (const auto id : ledger_.take_run_over(over)) {
        const auto t = tasks_.extract(id).mapped();
        if (t.process && t.process->is_alive())
            throw violation(fmt::format("task {:x} lives when its run is over", id));
        if (t.relay) t.relay->discard();
    }
    programs_.erase(over.run());
}

void simulated_host::tell_run(int run, const net::control::ToTask& message) {
    for (auto& [id, t] : tasks_)
        if (t.run == run && t.attached) t.process->hear(message);
}

// ---- tasks

std::shared_ptr<simulated_relay> simulated_host::make_relay(std::uint32_t id) {
    return std::make_shared<simulated_relay>(
        env_, simulated_relay::handlers{[this, id](bool is_error, const std::string& data) {
                                            wire::FromHost message;
                                            message.mutable_output()->set_task(id);
                                            message.mutable_output()->set_is_error(is_error);
                                            message.mutable_output()->set_data(data);
                                            if (alive_) send(message);
                                        },
                                        [this, id](std::size_t bytes) {
                                            wire::FromHost message;
                                            message.mutable_input_taken()->set_task(id);
                                            message.mutable_input_taken()->set_bytes(static_cast<std::uint32_t>(bytes));
                                            if (alive_) tell(message);
                                        },
                                        [this, id] {
                                            const auto* known = ledger_.find_task(id);
                                            if (known == nullptr || !alive_) return;
                                            wire::FromHost message;
                                            message.mutable_ended()->set_task(id);
                                            message.mutable_ended()->set_wait_status(known->known.wait_status());
                                            tell(message);
                                        },
                                        [this, id] {
                                            const auto found = tasks_.find(id);
                                            if (found != tasks_.end() && found->second.process)
                                                found->second.process->wake();
                                        }});
}

void simulated_host::start_task(const wire::StartTask& order) {
    if (!ledger_.take_order(order)) return;
    auto& t = tasks_[order.task()];
    t.run = order.run();
    t.relay = make_relay(order.task());
    env_.after(env_.delay(), [this, order] {
        if (alive_ && tasks_.contains(order.task())) spawn(order);
    });
}

void simulated_host::spawn(const wire::StartTask& order) {
    auto& t = tasks_[order.task()];
    wire::FromHost message;
    if (const int status = env_.plan.programs.at(static_cast<std::size_t>(order.rank())).not_started_status;
        status != 0) {
        env_.book.not_started(order.task(), order, number_);
        const auto relay = std::exchange(t.relay, nullptr);
        relay->discard();
        message.mutable_not_started()->set_task(order.task());
        message.mutable_not_started()->set_status(status);
        message.mutable_not_started()->set_text("no such program");
        return tell(message);
    }
    const auto& words = programs_[order.run()];
    env_.book.spawned(order.task(), order, number_, words == std::vector<std::string>{"./program", "argument"});
    t.process = make_process(order, t.relay);
    t.process->start();
    message.mutable_started()->set_task(order.task());
    message.mutable_started()->set_pid(static_cast<int>(order.task()));
    tell(message);
}

std::shared_ptr<simulated_task> simulated_host::make_process(const wire::StartTask& order,
                                                             const std::shared_ptr<simulated_relay>& relay) {
    const auto id = order.task();
    return std::make_shared<simulated_task>(
        env_, order, relay,
        simulated_task::surroundings{
            [this, id] { attach(id); },
            [this, id](const net::control::ToDaemon& message) { take_task_message(id, message); },
            [this, id](int wait_status) {
                env_.after(env_.delay(), [this, id, wait_status] {
                    if (alive_) report_death(id, wait_status);
                });
            }});
}

void simulated_host::attach(std::uint32_t id) {
    auto& t = tasks_.at(id);
    t.attached = true;
    const auto* run = ledger_.find_run(t.run);
    if (run == nullptr) throw violation("a host has forgotten the run of a task that lives");
    for (const auto& loss : run->known.losses()) {
        net::control::ToTask forwarded;
        *forwarded.mutable_loss() = loss;
        t.process->hear(forwarded);
    }
    if (run->known.has_table()) t.process->hear(run->table);
}

void simulated_host::take_task_message(std::uint32_t id, const net::control::ToDaemon& message) {
    wire::FromHost told;
    if (message.has_publish()) {
        told.mutable_published()->set_task(id);
        *told.mutable_published()->mutable_endpoints() = message.publish();
    } else if (message.has_leave()) {
        told.mutable_left()->set_task(id);
    } else if (message.has_failure()) {
        told.mutable_failed()->set_task(id);
        *told.mutable_failed()->mutable_failure() = message.failure();
    } else if (message.has_gave_up()) {
        told.mutable_gave_up()->set_task(id);
        *told.mutable_gave_up()->mutable_gave_up() = message.gave_up();
    } else if (message.has_report()) {
        told.mutable_report()->set_task(id);
        *told.mutable_report()->mutable_report() = message.report();
    }
    tell(told);
}

void simulated_host::report_death(std::uint32_t id, int wait_status) {
    const auto found = tasks_.find(id);
    if (found == tasks_.end()) return;
    found->second.attached = false;
    wire::FromHost message;
    message.mutable_died()->set_task(id);
    message.mutable_died()->set_wait_status(wait_status);
    tell(message);
    if (const auto relay = found->second.relay) relay->process_died();
}

}  // namespace banyan::daemon::simulation
