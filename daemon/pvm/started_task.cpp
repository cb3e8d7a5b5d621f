#include "daemon/pvm/started_task.hpp"

#include <array>
#include <utility>

#include "daemon/client/program_parts.hpp"
#include "daemon/client/try_connect.hpp"
#include "daemon/common/own_process.hpp"
#include "libnet/base/secret.hpp"

namespace banyan::daemon::pvm {
namespace {

constexpr std::size_t token_bytes = 16;
constexpr std::uint32_t credit_bytes = 32768;  // of output that is returned at once

std::string make_token() {
    std::array<std::byte, token_bytes> random;
    net::fill_random(random);
    return {reinterpret_cast<const char*>(random.data()), random.size()};
}

net::stream_socket connect(net::asio::io_context& io, const std::filesystem::path& path) {
    auto attempt = try_connect(io, {path});
    if (attempt.what != connect_attempt::outcome::connected)
        throw net::error(net::errc::connect_failed, path.string() + ": the coordinator accepts no connection");
    return std::move(*attempt.socket);
}

}  // namespace

started_task::started_task(net::asio::io_context& io, const std::filesystem::path& coordinator_socket,
                           const run_request& request, handlers h)
    : handlers_(std::move(h)), stream_(std::make_shared<control_stream>(connect(io, coordinator_socket))) {
    stream_->start([this](const std::string& body) { take(parse<wire::ToClient>(body)); },
                   [this](const std::string&) { end("the coordinator is lost"); });
    auto parts = program_parts(request, own_environment());
    parts.front().set_working_directory(request.working_directory);
    parts.front().set_umask(own_umask());
    for (auto& part : parts) {
        wire::FromClient message;
        *message.mutable_program() = std::move(part);
        stream_->send(message);
    }
    wire::FromClient message;
    auto& start = *message.mutable_start_run();
    start.set_token(make_token());
    start.set_tasks(1);
    for (const auto& host : request.hosts)
        start.add_hosts(host);
    stream_->send(message);
}

started_task::~started_task() {
    stream_->close();
}

// The handlers may destroy this object.
void started_task::end(const std::string& text) {
    std::exchange(is_started_, true) ? handlers_.ended(text) : handlers_.failed(text);
}

void started_task::signal(int number) {
    wire::FromClient message;
    message.mutable_signal()->set_signal(number);
    stream_->send(message);
}

void started_task::take(const wire::ToClient& message) {
    if (message.has_failure()) {
        stream_->close();
        return end(message.failure().text());
    }
    if (message.has_run_started()) {
        is_started_ = true;
        handlers_.started();
    }
    if (message.has_output()) take_output(message.output());
    if (message.has_run_ended()) take_end(message.run_ended());
}

void started_task::take_output(const wire::RunOutput& output) {
    uncredited_bytes_ += static_cast<std::uint32_t>(output.data().size());
    if (uncredited_bytes_ >= credit_bytes) {
        wire::FromClient message;
        message.mutable_output_taken()->set_bytes(std::exchange(uncredited_bytes_, 0));
        stream_->send(message);
    }
    handlers_.output(output.is_error(), output.data());
}

void started_task::take_end(const wire::RunEnded& ended) {
    wire::FromClient message;
    message.mutable_result_taken();
    stream_->send(message);
    stream_->close_when_sent([] {});
    end(ended.text());
}

}  // namespace banyan::daemon::pvm
