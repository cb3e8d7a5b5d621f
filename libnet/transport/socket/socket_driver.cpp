// Listening, accepting, sleeping. The initiating side stands in socket_connect.cpp.
#include "libnet/transport/socket/socket_driver.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

#include "libnet/transport/authenticate.hpp"
#include "libnet/transport/socket/address.hpp"
#include "libnet/transport/socket/socket_attempt.hpp"
#include "libnet/wire/frame.hpp"

namespace banyan::net::detail {
namespace {

constexpr std::size_t most_unproven = 64;
constexpr unsigned polls_before_unwatch = 8;  // of a mailbox that spins: some 2,000 looks at its links

// The system tells who is at the other end of a Unix-domain socket; only this user may be.
bool from_this_user(stream_socket& socket) {
    ucred peer{};
    socklen_t length = sizeof peer;
    if (::getsockopt(socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return false;
    return peer.uid == ::geteuid();
}

bool send_welcome(stream_socket& socket, task_id self, task_id peer) {
    const auto frame = wire::encode({.kind = wire::frame_kind::welcome, .source = self, .destination = peer});
    // The socket has sent next to nothing yet, so its buffer has room.
    return ::send(socket.native_handle(), frame.data(), frame.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(frame.size());
}

}  // namespace

struct socket_driver::inbound {
    stream_socket socket;
    std::shared_ptr<handshake> proof;
};

socket_driver::socket_driver(const socket_settings& settings, driver_events& events)
    : settings_(settings), events_(&events) {
    try {
        if (settings_.kind != transport_kind::unix_domain) listen_tcp();
        if (settings_.kind != transport_kind::tcp && !settings_.socket_directory.empty()) listen_unix();
    } catch (const boost::system::system_error& failed) {
        throw error(errc::resource_limit, fmt::format("cannot listen for messages on {} or in {}: {}",
                                                      fmt::join(settings_.data_addresses, ", "),
                                                      settings_.socket_directory, failed.code().message()));
    }
}

socket_driver::~socket_driver() {
    if (!unix_path_.empty()) ::unlink(unix_path_.c_str());
    if (watched_.is_open()) watched_.release();
}

void socket_driver::listen_tcp() {
    for (const auto& address : settings_.data_addresses)
        tcp_.push_back(std::make_unique<listener<asio::ip::tcp>>(
            io_, asio::ip::tcp::endpoint(parse_address(address), 0), reserve_,
            listener<asio::ip::tcp>::events{[this](stream_socket s) { take_inbound(std::move(s)); },
                                            [this] { return pending_inbound_ >= most_unproven; }}));
}

void socket_driver::listen_unix() {
    using protocol = asio::local::stream_protocol;
    unix_path_ = fmt::format("{}/task-{:x}", settings_.socket_directory, settings_.self.value);
    unix_ = std::make_unique<listener<protocol>>(
        io_, protocol::endpoint(unix_path_), reserve_,
        listener<protocol>::events{[this](stream_socket s) { take_inbound(std::move(s)); },
                                   [this] { return pending_inbound_ >= most_unproven; }});
}

task_endpoints socket_driver::endpoints() const {
    task_endpoints result;
    for (const auto& open : tcp_)
        result.tcp.push_back(to_text(open->local_endpoint()));
    result.unix_path = unix_path_;
    return result;
}

void socket_driver::set_members(const std::vector<member>& members) {
    for (const auto& m : members)
        members_.emplace(m.task, m);
}

void socket_driver::take_inbound(stream_socket socket) {
    const bool local = socket.local_endpoint().protocol().family() == AF_UNIX;
    if (local && !from_this_user(socket)) return;
    auto from = std::make_shared<inbound>(inbound{std::move(socket), nullptr});
    from->proof = std::make_shared<handshake>(handshake_role::responder, settings_.secret, handshake_purpose::data,
                                              settings_.self);
    from->proof->set_parameter(settings_.grant_bytes);
    ++pending_inbound_;
    async_authenticate(from->socket, from->proof,
                       [this, from](const std::optional<error>& failure) { inbound_ended(from, failure); });
}

void socket_driver::inbound_ended(const std::shared_ptr<inbound>& from, const std::optional<error>& failure) {
    --pending_inbound_;
    for (const auto& open : tcp_)
        open->go_on();
    if (unix_) unix_->go_on();
    const task_id peer = from->proof->peer();
    if (failure || turn_away(peer) || !send_welcome(from->socket, settings_.self, peer)) return;
    use(peer, std::move(from->socket), from->proof->peer_parameter());
}

// True for a connection that is not to be used: of a stranger, a second one, or one that this side, having the lower
// id, is making itself.
bool socket_driver::turn_away(task_id peer) const {
    if (!members_.contains(peer) || links_.contains(peer)) return true;
    const auto own = attempts_.find(peer);
    return own != attempts_.end() && settings_.self < peer && own->second->trying();
}

void socket_driver::use(task_id peer, stream_socket socket, std::uint64_t its_grant_bytes) {
    end_attempt(peer);
    auto c = std::make_shared<connected>();
    c->link = std::make_shared<socket_link>(std::move(socket), settings_.silence_limit);
    links_[peer] = c;
    if (c->link->over_network() && !watching_silence_) watch_silence();
    events_->on_link(peer, c->link, its_grant_bytes);
}

// Ends links whose peer has not acknowledged anything for the limit. Idle links are the system's keepalive's business.
void socket_driver::watch_silence() {
    constexpr int looks_per_limit = 8;
    watching_silence_ = true;
    silence_timer_.expires_after(std::max(settings_.silence_limit / looks_per_limit, std::chrono::milliseconds(1)));
    silence_timer_.async_wait([this](const boost::system::error_code& ended) {
        watching_silence_ = false;
        if (ended) return;
        for (const auto& [peer, c] : links_)
            if (c->link->end_if_silent()) events_->on_ready(peer);
        if (!links_.empty()) watch_silence();
    });
}

void socket_driver::poll() {
    if (++polls_without_arm_ == polls_before_unwatch) unwatch_links();
    io_.restart();
    io_.poll();
}

// The mailbox reads the links without being told, and has not slept for a while.
void socket_driver::unwatch_links() {
    for (auto& [peer, c] : links_)
        c->link->unwatch();
}

void socket_driver::arm() {
    polls_without_arm_ = 0;
    for (auto& [peer, c] : links_)
        wait_for(peer, c, stream_socket::wait_read, &connected::read_armed);
}

// `armed` tells whether the wait is under way; on_ready follows when it ends.
void socket_driver::wait_for(task_id peer, const std::shared_ptr<connected>& c, stream_socket::wait_type what,
                             bool connected::*armed) {
    if (std::exchange((*c).*armed, true)) return;
    c->link->watched_socket().async_wait(what, [this, peer, armed, weak = std::weak_ptr(c)](const auto& failed) {
        const auto alive = weak.lock();
        if (!alive) return;
        (*alive).*armed = false;
        if (failed != asio::error::operation_aborted) events_->on_ready(peer);
    });
}

void socket_driver::watch_writable(task_id peer) {
    if (const auto found = links_.find(peer); found != links_.end())
        wait_for(peer, found->second, stream_socket::wait_write, &connected::write_armed);
}

void socket_driver::sleep(deadline until) {
    arm();
    io_.restart();
    if (until.is_never())
        io_.run_one();
    else
        io_.run_one_until(until.when());
    io_.poll();
}

void socket_driver::wake() {
    asio::post(io_, [] {});
}

void socket_driver::forget(task_id peer) {
    links_.erase(peer);
    end_attempt(peer);
}

void socket_driver::watch(int descriptor) {
    watched_.assign(descriptor);
    watch_again();
}

void socket_driver::watch_again() {
    watched_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const boost::system::error_code& failed) {
        if (failed) return;
        events_->on_wake();
        watch_again();
    });
}

}  // namespace banyan::net::detail
