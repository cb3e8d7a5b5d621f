#include "daemon/coordinator/client_session.hpp"

#include <fmt/format.h>

#include <new>

#include "daemon/common/control_stream.hpp"
#include "daemon/common/runtime_directory.hpp"

namespace banyan::daemon {

client_session::client_session(coordinator& c, net::stream_socket socket)
    : coordinator_(c), stream_(std::make_shared<control_stream>(std::move(socket))) {}

void client_session::start(std::function<void()> detach, std::function<void()> gone) {
    detach_ = std::move(detach);
    const auto self = shared_from_this();
    stream_->start([self](const std::string& body) { self->take(parse<wire::FromClient>(body)); },
                   [self, gone](const std::string&) {
                       if (self->run_) self->run_->abandon();
                       self->run_ = nullptr;
                       self->release_run();
                       self->coordinator_.abandon_adding(self.get());
                       gone();
                   });
}

void client_session::fail(const char* why) {
    send_failure(
        net::error(net::errc::closed, std::string("the virtual machine has ended: its coordinator has ") + why));
}

void client_session::refuse_version() {
    send_failure(net::error(
        net::errc::version_mismatch,
        fmt::format("the virtual machine was started by another version of Banyan (it uses version {} of the command "
                    "protocol, this command version {}); use that version, or 'banyan down' to end it",
                    command_protocol_version, version_)));
}

// Only the first message of a command has its version, and the PVM service sends none. A command of another version may
// misread the answers, so it can only end the virtual machine.
void client_session::take(const wire::FromClient& message) {
    if (message.version() != 0) version_ = message.version();
    if (version_ != command_protocol_version && !message.has_take_down()) return refuse_version();
    try {
        answer(message);
    } catch (const net::error& failure) {
        send_failure(failure);
    } catch (const std::bad_alloc&) {
        throw;  // a step may be incomplete: the coordinator ends and names the cause
    } catch (const std::exception& failure) {
        send_failure(net::error(net::errc::protocol_violation, failure.what()));
    }
}

void client_session::answer(const wire::FromClient& message) {
    if (message.has_list_hosts() || message.has_list_tasks()) {
        send_list(message.has_list_hosts());
    } else if (message.has_add_hosts()) {
        coordinator_.add_hosts(message.add_hosts(), this,
                               [self = shared_from_this()](const std::optional<net::error>& failure) {
                                   if (failure) return self->send_failure(*failure);
                                   self->send_done();
                               });
    } else if (message.has_remove_hosts()) {
        coordinator_.remove_hosts(message.remove_hosts());
        send_done();
    } else if (message.has_keep_speeds()) {
        coordinator_.keep_speeds(message.keep_speeds());
        send_done();
    } else if (message.has_kill_tasks()) {
        coordinator_.kill_tasks(message.kill_tasks());
        send_done();
    } else if (message.has_start_pvm_service()) {
        coordinator_.start_pvm_service();
        send_done();
    } else if (message.has_serve_pvm()) {
        coordinator_.serve_pvm(message.serve_pvm());
        send_done();
    } else if (message.has_take_down()) {
        coordinator_.take_down("banyan down");
    } else if (message.has_list_waits()) {
        const auto tell = [self = shared_from_this()](const wire::Waits& waits) { self->send_waits(waits); };
        run_ ? run_->ask_waits(tell) : coordinator_.ask_waits(tell);
    } else if (message.has_detach()) {
        detach_();
        send_done();
    } else {
        take_run_message(message);
    }
}

void client_session::send_list(bool of_hosts) {
    wire::ToClient reply;
    if (of_hosts)
        *reply.mutable_hosts() = coordinator_.list_hosts();
    else
        *reply.mutable_tasks() = coordinator_.list_tasks();
    stream_->send(reply);
}

void client_session::take_run_message(const wire::FromClient& message) {
    if (message.has_program()) return program_.push_back(message.program());
    if (message.has_start_run()) return start_run(message.start_run());
    if (message.has_result_taken()) return release_run();
    if (!run_) return;  // the run has just ended
    if (message.has_input()) run_->input(message.input().data(), message.input().end());
    if (message.has_output_taken()) run_->output_taken(message.output_taken().rank(), message.output_taken().bytes());
    if (message.has_signal()) run_->signal(message.signal().signal());
    if (message.has_check_waits())
        run_->ask_waits([self = shared_from_this()](const wire::Waits& waits) { self->send_checked_waits(waits); });
}

void client_session::start_run(const wire::StartRun& request) {
    auto program = std::exchange(program_, {});  // also if the request is refused
    if (run_) throw net::error(net::errc::invalid_argument, "a connection has one run at a time");
    release_run();
    const auto known = coordinator_.run_of(request.token());
    if (known && known->has_command())
        throw net::error(net::errc::invalid_argument, "another command is connected to the run of this token");
    if (!known && !may_start(request, coordinator_.may_be_forgotten(request.token())))
        throw net::error(net::errc::closed, "the run is not known any more: its hosts are lost, or it has ended");
    wire::StartRun asked = request;
    asked.set_command_pid(peer_process(stream_->socket().native_handle()));
    run_ = known ? known : coordinator_.start_run(asked, std::move(program), run_handlers());
    wire::ToClient message;
    *message.mutable_run_started() = run_->started();
    stream_->send(message);
    if (known) known->resume(asked, std::move(program), run_handlers());
}

run::handlers client_session::run_handlers() {
    const auto self = shared_from_this();
    return {[self](int rank, bool is_error, const std::string& data) {
                wire::ToClient message;
                message.mutable_output()->set_rank(rank);
                message.mutable_output()->set_is_error(is_error);
                message.mutable_output()->set_data(data);
                self->stream_->send(message);
            },
            [self](std::uint32_t bytes) {
                wire::ToClient message;
                message.mutable_input_taken()->set_bytes(bytes);
                self->stream_->send(message);
            },
            [self](const wire::Waits& waits) { self->send_waits(waits); },
            [self](const wire::RunEnded& result) {
                wire::ToClient message;
                *message.mutable_run_ended() = result;
                self->stream_->send(message);
                self->over_ = std::exchange(self->run_, nullptr);
            },
            [self](int rank, int pid) {
                wire::ToClient message;
                message.mutable_task_started()->set_rank(rank);
                message.mutable_task_started()->set_pid(pid);
                self->stream_->send(message);
            }};
}

void client_session::release_run() {
    if (const auto r = std::exchange(over_, nullptr)) r->release();
}

void client_session::send_waits(const wire::Waits& waits) {
    wire::ToClient message;
    *message.mutable_waits() = waits;
    if (message.ByteSizeLong() <= net::max_control_frame_bytes) return stream_->send(message);
    if (!run_)
        send_failure(net::error(net::errc::too_large, "the reports of all tasks together are too long for one answer"));
}

void client_session::send_checked_waits(const wire::Waits& waits) {
    wire::ToClient message;
    *message.mutable_checked_waits() = waits;
    if (message.ByteSizeLong() <= net::max_control_frame_bytes) stream_->send(message);
}

void client_session::send_done() {
    wire::ToClient reply;
    reply.mutable_done();
    stream_->send(reply);
}

void client_session::send_failure(const net::error& failure) {
    wire::ToClient reply;
    reply.mutable_failure()->set_code(static_cast<int>(failure.which()));
    reply.mutable_failure()->set_text(failure.what());
    stream_->send(reply);
}

}  // namespace banyan::daemon
