// A task attaches, and the daemon answers with any bytes. The task gets facts within their limits, or a named error.
// After that come losses and requests for reports, until all is lost.
//
// Input: frames. Each has 1 byte for its form (a message or raw bytes), then its content.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>

#include "libnet/joining/attach_protocol.hpp"
#include "libnet/joining/attachment.hpp"
#include "libnet/wire/control_frame.hpp"
#include "tests/fuzz/support/odd_messages.hpp"

using namespace banyan;
using namespace banyan::testing;
using net::errc;

namespace {

constexpr int most_frames = 200;
constexpr auto limit = std::chrono::seconds(30);  // the thread always answers, so it never passes

std::string frame_of(const net::control::ToTask& message) {
    const std::string body = message.SerializeAsString();
    return body.size() <= net::max_control_frame_bytes ? net::control_frame(body) : "";
}

std::string answers(values& of) {
    std::string all;
    if (of.flag()) {  // otherwise few inputs get beyond the first frame
        net::control::ToTask first;
        first.mutable_facts()->set_task(1 << 18 | 1);
        first.mutable_facts()->set_size(static_cast<int>(1 + of.pick(3)));
        first.mutable_facts()->set_secret(std::string(32, 's'));
        all += frame_of(first);
    }
    for (int frame = 0; frame < most_frames && !of.empty(); ++frame) {
        if (of.pick(8) == 7)
            all += of.bytes(of.pick(40));
        else
            all += frame_of(odd_to_task(of));
    }
    return all;
}

/// Listens for the task. Answers each connection with a script, then closes it.
class daemon_thread {
  public:
    daemon_thread() : listening_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        path_ = "/tmp/banyan-fuzz-attach-" + std::to_string(::getpid());
        ::unlink(path_.c_str());
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, path_.c_str(), path_.size() + 1);
        demand(::bind(listening_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
        demand(::listen(listening_, 1) == 0);
        ::setenv(net::daemon_socket_variable, path_.c_str(), 1);
        ::setenv(net::task_variable, "262145", 1);
        thread_ = std::thread([this] { serve(); });
    }
    ~daemon_thread() {
        ::shutdown(listening_, SHUT_RDWR);
        thread_.join();
        ::close(listening_);
        ::unlink(path_.c_str());
    }
    daemon_thread(const daemon_thread&) = delete;
    daemon_thread& operator=(const daemon_thread&) = delete;

    void answer_next_with(std::string script) {
        const std::lock_guard lock(mutex_);
        script_ = std::move(script);
    }

  private:
    void serve() {
        for (int to = 0; (to = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
            std::unique_lock lock(mutex_);
            const std::string script = script_;
            lock.unlock();
            for (std::size_t sent = 0; sent < script.size();) {
                const auto n = ::send(to, script.data() + sent, script.size() - sent, MSG_NOSIGNAL);
                if (n <= 0) break;
                sent += static_cast<std::size_t>(n);
            }
            ::shutdown(to, SHUT_WR);
            char ignored[4096];
            while (::recv(to, ignored, sizeof ignored, 0) > 0) {
            }
            ::close(to);
        }
    }

    int listening_;
    std::string path_;
    std::mutex mutex_;
    std::string script_;
    std::thread thread_;
};

void take_losses(net::attachment& daemon) {
    daemon.use_reporter([] {
        net::detail::wait_snapshot seen;
        seen.message_count = 1;
        return seen;
    });
    // Each call takes at least a byte, waits for one, or returns a loss.
    for (int looks = 0; !daemon.is_lost(); ++looks) {
        demand(looks < 1'000'000);
        (void)daemon.try_next_loss();
    }
    while (daemon.try_next_loss()) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static daemon_thread daemon;
    input in(data, size);
    values of(in);
    daemon.answer_next_with(answers(of));
    try {
        const auto attached = net::attach_from_environment(limit);
        demand(attached->facts().size >= 1);
        try {
            const auto members = attached->exchange({{"127.0.0.1:1"}, "path"}, limit);
            demand(static_cast<int>(members.size()) == attached->facts().size);
        } catch (const net::error& refused) {
            const errc why = refused.which();
            demand(why == errc::attach_failed || why == errc::protocol_violation || why == errc::peer_lost ||
                   why == errc::host_lost);
        }
        take_losses(*attached);
    } catch (const net::error& refused) {
        demand(refused.which() == errc::attach_failed || refused.which() == errc::protocol_violation);
    }
    return 0;
}
