#include "libnet/pvm3/service_link.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <utility>

#include "banyan/net/error.hpp"
#include "libnet/base/background_thread.hpp"
#include "libnet/joining/own_service.hpp"
#include "libnet/pvm3/service_address.hpp"

namespace banyan::pvm3 {
namespace {

constexpr std::size_t read_bytes = 65536;

// Throws net::error too_large.
std::string frame_of(const wire::ToService& message) {
    return net::control_frame(message.SerializeAsString(), longest_service_frame_bytes);
}

}  // namespace

service_link::service_link(const std::string& path, handlers h)
    : socket_(net::connect_to_own_service(path, "the PVM service")),
      handlers_(std::move(h)),
      reader_(longest_service_frame_bytes) {}

service_link::~service_link() {
    close();
    ::close(socket_);
}

wire::Answer service_link::ask_first(wire::ToService request) {
    std::optional<wire::Answer> answer;
    call_later(std::move(request), [&](const wire::Answer& given) { answer = given; });
    while (!answer)
        if (!read_frames()) throw net::error(net::errc::closed, "the PVM service is lost");
    return std::move(*answer);
}

void service_link::start() {
    thread_ = net::detail::start_background_thread("the PVM service", [this] { run(); });
}

void service_link::close() {
    closing_ = true;
    ::shutdown(socket_, SHUT_RDWR);
    if (thread_.joinable()) thread_.join();
}

void service_link::run() {
    try {
        while (read_frames()) {
        }
    } catch (const std::exception&) {  // a frame that cannot be read: the connection is of no use any more
    }
    {
        const std::lock_guard lock(mutex_);
        lost_ = true;
        waiting_.clear();
    }
    changed_.notify_all();
    if (!closing_) handlers_.lost();
    {
        const std::lock_guard lock(mutex_);
        loss_is_handled_ = true;
    }
    changed_.notify_all();
}

// Blocks until bytes have arrived. Returns false at the end of the connection.
bool service_link::read_frames() {
    std::array<std::byte, read_bytes> chunk;
    const auto n = ::recv(socket_, chunk.data(), chunk.size(), 0);
    if (n < 0 && errno == EINTR) return true;
    if (n <= 0) return false;
    reader_.feed(std::span(chunk).first(static_cast<std::size_t>(n)));
    while (const auto body = reader_.next())
        take(*body);
    return true;
}

void service_link::take(const std::string& body) {
    wire::ToPvmTask message;
    if (!message.ParseFromString(body)) throw net::error(net::errc::protocol_violation, "a message of the PVM service");
    if (message.has_message()) return handlers_.message(message.message());
    if (message.has_ended()) return handlers_.ended(message.ended().tid());
    if (message.has_signal()) return handlers_.signal(message.signal());
    if (message.has_find_program()) return handlers_.find_program(message.find_program());
    if (!message.has_answer()) return;  // only accepts a connection
    answer_handler then;
    {
        const std::lock_guard lock(mutex_);
        const auto found = waiting_.find(message.answer().request());
        if (found == waiting_.end()) return;
        then = std::move(found->second);
        waiting_.erase(found);
    }
    then(message.answer());
}

wire::Answer service_link::call(wire::ToService request) {
    std::optional<wire::Answer> answer;
    call_later(std::move(request), [&](const wire::Answer& given) {
        const std::lock_guard lock(mutex_);
        answer = given;
        changed_.notify_all();
    });
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return answer || lost_; });
    if (!answer) throw net::error(net::errc::closed, "the PVM service is lost");
    return std::move(*answer);
}

bool service_link::call_later(wire::ToService request, answer_handler then) {
    std::string frame;
    bool is_lost = false;
    {
        const std::lock_guard lock(mutex_);
        request.set_request(++last_request_);
        frame = frame_of(request);
        is_lost = lost_;
        if (!is_lost) waiting_.emplace(last_request_, std::move(then));
    }
    send(frame);
    return !is_lost;
}

void service_link::tell(const wire::ToService& message) {
    send(frame_of(message));
}

bool service_link::await_loss(std::chrono::seconds limit) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, limit, [&] { return loss_is_handled_; });
}

// If the service is lost, the thread that reads reports it.
void service_link::send(const std::string& frame) {
    const std::lock_guard whole(sending_);
    for (std::size_t sent = 0; sent < frame.size();) {
        const auto n = ::send(socket_, frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return;
        sent += static_cast<std::size_t>(n);
    }
}

}  // namespace banyan::pvm3
