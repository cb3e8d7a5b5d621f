// The thread, listening and accepting. The initiating side is in link_maker_connect.cpp.
#include "libnet/transport/socket/link_maker.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <latch>
#include <utility>

#include "libnet/base/asio.hpp"
#include "libnet/base/background_thread.hpp"
#include "libnet/transport/socket/address.hpp"
#include "libnet/transport/socket/async_secure.hpp"
#include "libnet/transport/socket/link_attempt.hpp"
#include "libnet/wire/frame.hpp"

namespace banyan::net::detail {
namespace {

constexpr std::size_t most_unproven_unix = 64;

// The system reports the user at the other end of a Unix-domain socket; only this user is accepted.
bool from_this_user(stream_socket& socket) {
    ucred peer{};
    socklen_t length = sizeof peer;
    if (::getsockopt(socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return false;
    return peer.uid == ::geteuid();
}

// The socket has sent only a few bytes so far, so its buffer has room.
bool send_frame(stream_socket& socket, link_protection* protection, const wire::frame_header& header) {
    auto frame = wire::encode(header);
    const iovec region{frame.data(), frame.size()};
    if (protection) return protection->write(std::span(&region, 1)).bytes == frame.size();
    return ::send(socket.native_handle(), frame.data(), frame.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(frame.size());
}

// True when the other end of a connection is closed; false for a descriptor that is not a socket.
bool is_closed(int descriptor) {
    char next = 0;
    return ::recv(descriptor, &next, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

}  // namespace

struct link_maker::inbound {
    explicit inbound(stream_socket accepted) : socket(std::move(accepted)) {}
    ~inbound() { leave_list(); }
    inbound(const inbound&) = delete;
    inbound& operator=(const inbound&) = delete;
    // The connection is authenticated or refused, so it no longer counts among those that are not authenticated.
    void leave_list() {
        place = {};
        if (count) --*std::exchange(count, nullptr);
    }
    stream_socket socket;
    std::unique_ptr<link_protection> protection{};
    std::shared_ptr<handshake> proof{};
    admission::place place{};      // of a TCP connection
    std::size_t* count = nullptr;  // of a Unix-domain connection
};

link_maker::link_maker(const socket_settings& settings, driver_events& events, link_handler on_link)
    : settings_(settings), events_(&events), on_link_(std::move(on_link)) {
    try {
        if (settings_.kind != transport_kind::unix_domain) listen_tcp();
        if (settings_.kind != transport_kind::tcp && !settings_.socket_directory.empty()) listen_unix();
    } catch (const boost::system::system_error& failed) {
        throw error(errc::resource_limit,
                    fmt::format("cannot listen for messages on {} or in {}: {}",
                                fmt::join(settings_.data_addresses, ", "), settings_.socket_directory,
                                is_shortage(failed.code()) ? shortage_text(failed.code()) : failed.code().message()));
    }
}

link_maker::~link_maker() {
    stop();
    if (!unix_path_.empty()) ::unlink(unix_path_.c_str());
    if (watched_.is_open()) watched_.release();
}

// Waits until the thread has allocated memory, because the program may set a memory limit afterwards (ulimit -v).
void link_maker::start() {
    std::latch running(1);
    thread_ = start_background_thread("making connections", [this, &running] {
        delete new char;
        running.count_down();
        run();
    });
    running.wait();
}

void link_maker::stop() {
    io_.stop();
    if (thread_.joinable()) thread_.join();
}

// If no memory is left, a step is lost. The connection that it belonged to is unknown, so all attempts start again.
void link_maker::run() {
    constexpr std::chrono::milliseconds until_there_is_memory{20};
    const auto keep_running = asio::make_work_guard(io_);
    bool lost_a_step = false;
    while (!io_.stopped()) {
        try {
            if (std::exchange(lost_a_step, false)) restart_attempts();
            io_.run();
        } catch (const std::exception&) {
            lost_a_step = true;
            std::this_thread::sleep_for(until_there_is_memory);
        }
    }
}

void link_maker::listen_tcp() {
    for (const auto& address : settings_.data_addresses)
        tcp_.push_back(std::make_unique<listener<asio::ip::tcp>>(
            io_, asio::ip::tcp::endpoint(parse_address(address), 0), reserve_,
            listener<asio::ip::tcp>::events{[this](stream_socket s) { take_stranger(std::move(s)); },
                                            [] { return false; }, [this] { return admission_.make_room(); },
                                            [this] { return admission_.overloaded(); }}));
}

void link_maker::listen_unix() {
    using local_protocol = asio::local::stream_protocol;
    unix_path_ = fmt::format("{}/task-{:x}", settings_.socket_directory, settings_.self.value);
    ::unlink(unix_path_.c_str());  // of an earlier task with this number that was killed
    unix_ = std::make_unique<listener<local_protocol>>(
        io_, local_protocol::endpoint(unix_path_), reserve_,
        listener<local_protocol>::events{[this](stream_socket s) { take_local(std::move(s)); },
                                         [this] { return unproven_unix_ >= most_unproven_unix; },
                                         [this] { return admission_.make_room(); }, [] { return false; }});
}

task_endpoints link_maker::endpoints() const {
    task_endpoints result;
    for (const auto& open : tcp_)
        result.tcp.push_back(to_text(open->local_endpoint()));
    result.unix_path = unix_path_;
    return result;
}

void link_maker::set_members(const std::vector<member>& members) {
    for (const auto& m : members)
        members_.emplace(m.task, m);
}

void link_maker::add_member(const member& located) {
    asio::post(io_, [this, located] { members_.insert_or_assign(located.task, located); });
}

void link_maker::take_stranger(stream_socket socket) {
    const auto source = source_of(socket);
    if (!source) return;
    const auto from = std::make_shared<inbound>(std::move(socket));
    send_at_once(from->socket.native_handle());
    from->place = admission_.admit(*source, [weak = std::weak_ptr(from)] {
        if (const auto guest = weak.lock()) reset_connection(guest->socket);
    });
    take_inbound(from);
}

void link_maker::take_local(stream_socket socket) {
    if (!from_this_user(socket)) return;
    const auto from = std::make_shared<inbound>(std::move(socket));
    from->count = &unproven_unix_;
    ++unproven_unix_;
    take_inbound(from);
}

void link_maker::take_inbound(const std::shared_ptr<inbound>& from) {
    from->proof = std::make_shared<handshake>(handshake_role::responder, settings_.secret, handshake_purpose::data,
                                              settings_.self);
    from->proof->set_parameter(settings_.credit_window_bytes);
    if (!from->count) from->proof->ask_before_proof([guest = from.get()] { return guest->place.hello_complete(); });
    async_secure(
        from->socket, from->proof,
        [this, from](const std::optional<error>& failure, std::unique_ptr<link_protection> protection) {
            from->protection = std::move(protection);
            inbound_ended(from, failure);
        },
        authentication_limit,
        [guest = from.get()] {
            guest->place.proven();
            guest->leave_list();
        });
}

void link_maker::inbound_ended(const std::shared_ptr<inbound>& from, const std::optional<error>& failure) {
    from->leave_list();
    if (unix_) unix_->go_on();
    if (!failure) answer(*from);
}

void link_maker::answer(inbound& from) {
    const task_id peer = from.proof->peer();
    wire::frame_header frame{.kind = wire::frame_kind::welcome, .source = settings_.self, .destination = peer};
    if (const auto lost = given_up_.find(peer); lost != given_up_.end()) {
        frame.kind = wire::frame_kind::refusal;
        frame.tag = tag{static_cast<std::int32_t>(lost->second)};
        (void)send_frame(from.socket, from.protection.get(), frame);
    } else if (!refuses(peer) && purpose_for(peer, from.socket) == from.proof->purpose()) {
        use(peer, {std::move(from.socket), std::move(from.protection)}, from.proof->peer_parameter(),
            [&frame](ready_socket& to) { return send_frame(to.socket, to.protection.get(), frame); });
    }
}

// True for a connection that must not be used: the peer is not a member, a link exists, or this side has the lower id
// and has a connection of its own, which the peer may use already. An attempt that no address has accepted does not
// count, because no address may ever accept it.
bool link_maker::refuses(task_id peer) const {
    if ((!settings_.open_membership && !members_.contains(peer)) || linked_.contains(peer)) return true;
    const auto own = attempts_.find(peer);
    return own != attempts_.end() && settings_.self < peer && own->second->has_connected();
}

// Both sides get the same result, from the run's table of hosts and the encryption setting that all tasks share.
handshake_purpose link_maker::purpose_for(task_id peer, const stream_socket& socket) const {
    boost::system::error_code failed;
    const auto local = socket.local_endpoint(failed);
    if (!failed && local.protocol().family() == AF_UNIX) return handshake_purpose::data;
    if (settings_.encryption == encryption_kind::every_tcp) return handshake_purpose::encrypted_data;
    if (settings_.encryption == encryption_kind::counted_every_tcp) return handshake_purpose::counted_data;
    if (is_on_own_host(peer)) return handshake_purpose::data;
    return settings_.encryption == encryption_kind::none ? handshake_purpose::counted_data
                                                         : handshake_purpose::encrypted_data;
}

bool link_maker::is_on_own_host(task_id peer) const {
    if (settings_.open_membership) return peer.host_part() == settings_.self.host_part();
    const auto other = members_.find(peer);
    return other != members_.end() && other->second.host == settings_.host;
}

// The peer uses the link as soon as it has the welcome. The mailbox's lock is held from before the welcome until the
// link exists, so that a program that polls afterwards finds what the peer has sent. If the welcome cannot be sent,
// there is no link.
void link_maker::use(task_id peer, ready_socket ready, std::uint64_t its_window_bytes,
                     const std::function<bool(ready_socket&)>& send_welcome) {
    bool is_welcome = true;
    std::shared_ptr<socket_link> made;
    try {
        events_->serve([&] {
            is_welcome = !send_welcome || send_welcome(ready);
            if (!is_welcome) return;
            end_attempt(peer);
            linked_.insert(peer);
            made = on_link_(peer, std::move(ready), its_window_bytes);
        });
    } catch (const std::exception&) {
        end_attempt(peer);
        tell_failure(peer, errc::resource_limit, "out of memory for its link (ulimit -v)");
    }
    if (!is_welcome) return;
    set_proven(peer, false);
    if (!made || !made->over_network()) return;
    network_links_.emplace_back(peer, made);
    if (!watching_silence_) watch_silence();
}

// Ends links whose peer has not acknowledged anything for the limit. TCP keepalive handles idle links.
void link_maker::watch_silence() {
    constexpr int looks_per_limit = 8;
    watching_silence_ = true;
    silence_timer_.expires_after(std::max(settings_.silence_limit / looks_per_limit, std::chrono::milliseconds(1)));
    silence_timer_.async_wait([this](const boost::system::error_code& ended) {
        watching_silence_ = false;
        if (ended) return;
        std::erase_if(network_links_, [this](const auto& entry) {
            const auto link = entry.second.lock();
            if (link && link->end_if_silent()) events_->serve([&, peer = entry.first] { events_->on_ready(peer); });
            return !link;
        });
        if (!network_links_.empty()) watch_silence();
    });
}

void link_maker::watch(int descriptor) {
    watched_.assign(descriptor);
    watch_again();
}

void link_maker::watch_again() {
    watched_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const boost::system::error_code& failed) {
        if (failed) return;
        try {
            events_->serve([this] { events_->on_wake(); });
        } catch (const std::exception&) {  // the loss is not forgotten: the mailbox asks again
            watch_again();
            throw;
        }
        if (!is_closed(watched_.native_handle())) watch_again();  // a closed descriptor stays readable for ever
    });
}

void link_maker::set_proven(task_id peer, bool proven) {
    const std::lock_guard lock(mutex_);
    proven ? void(proven_.insert(peer)) : void(proven_.erase(peer));
}

bool link_maker::link_under_way(task_id peer) const {
    const std::lock_guard lock(mutex_);
    return proven_.contains(peer);
}

}  // namespace banyan::net::detail
