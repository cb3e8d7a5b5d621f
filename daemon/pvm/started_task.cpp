#include "daemon/pvm/started_task.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <utility>

#include "daemon/client/program_parts.hpp"
#include "daemon/client/run_token.hpp"
#include "daemon/client/try_connect.hpp"
#include "daemon/common/own_process.hpp"

namespace banyan::daemon::pvm {
namespace {

constexpr int first_signal_status = 128;                 // as in a shell: 128 + the number of the signal
constexpr std::chrono::milliseconds retry_interval{20};  // while the coordinator's queue of connections is full

std::vector<wire::ProgramPart> program_of(const run_request& request, const started_task::way_to_start& way) {
    auto parts = program_parts(request, own_environment());
    parts.front().set_working_directory(request.working_directory);
    parts.front().set_directory_has_variables(way.directory_has_variables);
    parts.front().set_search_list(way.search_list);
    parts.front().mutable_debuggers()->Add(way.debuggers.begin(), way.debuggers.end());
    parts.front().set_umask(way.umask);
    return parts;
}

wire::FromClient start_message(const run_request& request) {
    wire::FromClient message;
    auto& start = *message.mutable_start_run();
    start.set_token(make_run_token());
    start.set_tasks(1);
    start.set_joined_output(true);
    start.set_wants_task_starts(true);
    start.set_signals_only_processes(true);
    // A task of PVM may handle a signal and go on.
    start.set_grace_ms(std::numeric_limits<std::int64_t>::max());
    for (const auto& host : request.hosts)
        start.add_hosts(host);
    return message;
}

}  // namespace

started_task::started_task(net::asio::io_context& io, std::filesystem::path coordinator_socket,
                           const run_request& request, const way_to_start& way, handlers h)
    : io_(io),
      socket_(std::move(coordinator_socket)),
      handlers_(std::move(h)),
      program_(program_of(request, way)),
      start_(start_message(request)),
      retry_(io),
      is_found_(way.is_found) {
    auto attempt = try_connect(io, {socket_});
    if (attempt.what == connect_attempt::outcome::refused)
        throw net::error(net::errc::connect_failed, socket_.string() + ": the virtual machine has ended");
    attempt.what == connect_attempt::outcome::connected ? use(std::move(*attempt.socket)) : connect_again();
}

started_task::~started_task() {
    if (stream_) stream_->close();
}

void started_task::use(net::stream_socket socket) {
    stream_ = std::make_shared<control_stream>(std::move(socket));
    stream_->start([this](const std::string& body) { take(parse<wire::ToClient>(body)); },
                   [this](const std::string&) {
                       stream_ = nullptr;
                       is_executed_ = false;  // a coordinator reports it on each connection
                       connect_again();
                   });
    ask_for_run();
}

// A restarted coordinator is told what has been received.
void started_task::ask_for_run() {
    for (const auto& part : program_) {
        wire::FromClient message;
        *message.mutable_program() = part;
        stream_->send(message);
    }
    auto& start = *start_.mutable_start_run();
    start.mutable_received()->Assign(position_.received().begin(), position_.received().end());
    start.mutable_credited()->Assign(position_.credited().begin(), position_.credited().end());
    stream_->send(start_);
    start.set_is_again(true);
}

// The keeper starts another coordinator if one was killed; connections wait for it. A refused connect means that the
// virtual machine has ended.
void started_task::connect_again() {
    auto attempt = try_connect(io_, {socket_});
    if (attempt.what == connect_attempt::outcome::connected) return use(std::move(*attempt.socket));
    if (attempt.what == connect_attempt::outcome::refused) return end(1, "the virtual machine has ended");
    retry_.expires_after(retry_interval);
    retry_.async_wait([this](const boost::system::error_code& cancelled) {
        if (!cancelled) connect_again();
    });
}

void started_task::begin(int pid) {
    is_started_ = true;
    handlers_.started(pid);
}

// The coordinator does not keep signals for a process that does not exist yet.
void started_task::take_start(int pid) {
    is_executed_ = true;
    pid_ = pid;
    for (const int number : std::exchange(early_signals_, {}))
        signal(number);
    begin(pid);
}

// The handlers may destroy this object.
void started_task::end(int status, const std::string& text) {
    std::exchange(is_started_, true) ? handlers_.ended(text) : handlers_.failed(status, text);
}

void started_task::signal(int number) {
    if (!is_executed_) return early_signals_.push_back(number);
    wire::FromClient message;
    message.mutable_signal()->set_signal(number);
    stream_->send(message);
}

void started_task::take(const wire::ToClient& message) {
    if (message.has_failure()) {
        stream_->close();
        return end(1, message.failure().text());
    }
    if (message.has_run_started() && is_found_) begin(0);
    if (message.has_task_started()) take_start(message.task_started().pid());
    if (message.has_output()) take_output(message.output());
    if (message.has_run_ended()) take_end(message.run_ended());
}

void started_task::take_output(const wire::RunOutput& output) {
    const auto credit = position_.take(output.rank(), output.data().size());
    if (credit > 0) {
        wire::FromClient message;
        message.mutable_output_taken()->set_bytes(static_cast<std::uint32_t>(credit));
        stream_->send(message);
    }
    handlers_.output(output.is_error(), output.data());
}

void started_task::take_end(const wire::RunEnded& ended) {
    wire::FromClient message;
    message.mutable_result_taken();
    stream_->send(message);
    stream_->close_when_sent([] {});
    const bool is_named = !is_started_ || ended.status() > first_signal_status;
    end(ended.status(), is_named ? ended.text() : "");
}

}  // namespace banyan::daemon::pvm
