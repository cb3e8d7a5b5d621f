#include "tests/common/strangers.hpp"

#include <arpa/inet.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <stdexcept>
#include <utility>

#include "libnet/wire/handshake.hpp"

namespace banyan::testing {
namespace {

using clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto tick = 5ms;
constexpr auto again_after = 1s;
constexpr auto held_for = 100ms;

sockaddr_in address_of(const std::string& target) {
    const auto colon = target.rfind(':');
    sockaddr_in at{};
    at.sin_family = AF_INET;
    if (colon == std::string::npos || !target.starts_with("127.") ||
        ::inet_pton(AF_INET, target.substr(0, colon).c_str(), &at.sin_addr) != 1)
        throw std::runtime_error("'" + target + "' is not a loopback address and port");
    at.sin_port = htons(static_cast<std::uint16_t>(std::stoi(target.substr(colon + 1))));
    return at;
}

// With a reset: no record of the connection stays in the system, which would use up the ports.
void reset(int socket) {
    const linger at_once{1, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    ::close(socket);
}

std::vector<std::byte> hello() {
    net::handshake stranger(net::handshake_role::initiator, net::make_secret(), net::handshake_purpose::data,
                            net::task_id::make(1, 99));
    const auto out = stranger.output();
    return {out.begin(), out.end()};
}

}  // namespace

class strangers::crowd {
  public:
    crowd(const std::vector<std::string>& targets, const stranger_plan& plan, strangers& owner)
        : plan_(plan), owner_(&owner), events_(::epoll_create1(EPOLL_CLOEXEC)), hello_(hello()) {
        for (const auto& target : targets)
            targets_.push_back(address_of(target));
        stayers_.resize(static_cast<std::size_t>(plan.idle + plan.dripping));
    }
    ~crowd() {
        for (const auto& one : stayers_)
            if (one.socket >= 0) reset(one.socket);
        for (const auto& [socket, until] : passers_)
            reset(socket);
        ::close(events_);
    }
    crowd(const crowd&) = delete;
    crowd& operator=(const crowd&) = delete;

    void run() {
        began_ = clock::now();
        while (!owner_->end_) {
            const auto now = clock::now();
            for (std::size_t i = 0; i < stayers_.size(); ++i)
                tend(i, now);
            owner_->ready_ = true;
            pass(now);
            await_ends(now);
        }
    }

  private:
    struct stayer {
        int socket = -1;
        clock::time_point due{};  // of its next byte, or of the next connection
    };

    int connect() {
        const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (socket < 0) return -1;
        const auto& at = targets_[static_cast<std::size_t>(owner_->made_++) % targets_.size()];
        (void)::connect(socket, reinterpret_cast<const sockaddr*>(&at), sizeof at);
        return socket;
    }
    void tend(std::size_t i, clock::time_point now) {
        auto& one = stayers_[i];
        if (now < one.due) return;
        one.due = now + again_after;
        if (one.socket < 0) {
            one.socket = connect();
            epoll_event ended{EPOLLRDHUP, {.u64 = i}};
            if (one.socket >= 0) ::epoll_ctl(events_, EPOLL_CTL_ADD, one.socket, &ended);
        } else if (i >= static_cast<std::size_t>(plan_.idle)) {
            (void)::send(one.socket, "B", 1, MSG_NOSIGNAL);
        }
    }
    void pass(clock::time_point now) {
        const auto seconds = std::chrono::duration<double>(now - began_).count();
        const auto due = static_cast<long>(seconds * plan_.connects_per_second);
        // After a pause of this thread, it does not make all connections that are due at once.
        passed_ = std::max(passed_, due - std::max(1, plan_.connects_per_second / 10));
        for (; passed_ < due; ++passed_) {
            const int socket = connect();
            if (socket < 0) continue;
            if (plan_.hello || plan_.byte)
                (void)::send(socket, hello_.data(), plan_.hello ? hello_.size() : 1, MSG_NOSIGNAL);
            passers_.emplace_back(socket, now + held_for);
        }
        for (; !passers_.empty() && passers_.front().second <= now; passers_.pop_front())
            reset(passers_.front().first);
    }
    void await_ends(clock::time_point now) {
        std::array<epoll_event, 256> ended{};
        const int n = ::epoll_wait(events_, ended.data(), static_cast<int>(ended.size()), tick.count());
        for (int i = 0; i < n; ++i) {
            auto& one = stayers_[ended[static_cast<std::size_t>(i)].data.u64];
            reset(std::exchange(one.socket, -1));
            one.due = now + again_after;
        }
    }

    stranger_plan plan_;
    strangers* owner_;
    int events_;
    std::vector<std::byte> hello_;
    std::vector<sockaddr_in> targets_;
    std::vector<stayer> stayers_;
    std::deque<std::pair<int, clock::time_point>> passers_;
    clock::time_point began_{};
    long passed_ = 0;
};

strangers::strangers(const std::vector<std::string>& targets, const stranger_plan& plan) {
    if (targets.empty()) throw std::runtime_error("no address to connect to");
    auto all = std::make_unique<crowd>(targets, plan, *this);
    thread_ = std::thread([all = std::move(all)] { all->run(); });
    while (!ready_)
        std::this_thread::yield();
}

strangers::~strangers() {
    end_ = true;
    thread_.join();
}

}  // namespace banyan::testing
