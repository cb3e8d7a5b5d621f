// The initiating side of socket_driver.
#include <fmt/format.h>

#include <algorithm>

#include "libnet/transport/authenticate.hpp"
#include "libnet/transport/socket/address.hpp"
#include "libnet/transport/socket/socket_attempt.hpp"

namespace banyan::net::detail {
namespace {

// A peer that computes does not answer, and its host has accepted already: that is no failure. An address where
// somebody else is silent must not hold up the others, so the next one is tried beside it.
constexpr std::chrono::milliseconds silence{500};
constexpr std::chrono::milliseconds between_rounds{20};
constexpr std::chrono::hours no_limit{24 * 365};

}  // namespace

void socket_driver::connect(task_id peer) {
    if (links_.contains(peer) || attempts_.contains(peer)) return;
    const auto found = members_.find(peer);
    auto made = std::make_shared<attempt>(io_, peer);
    if (found != members_.end()) made->addresses = addresses_of(found->second);
    made->give_up = deadline(settings_.connect_timeout);
    attempts_[peer] = made;
    asio::post(io_, [this, made] {  // never calls back from inside connect()
        if (current(made)) try_next(made);
    });
    made->limit.expires_after(settings_.connect_timeout);
    made->limit.async_wait([made](const boost::system::error_code& ended) {
        if (!ended) made->end_unanswered();
    });
}

std::vector<stream_socket::endpoint_type> socket_driver::addresses_of(const member& peer) const {
    std::vector<stream_socket::endpoint_type> result;
    const auto& where = peer.endpoints;
    const bool near = settings_.kind == transport_kind::unix_domain || peer.host == settings_.host;
    if (settings_.kind != transport_kind::tcp && near && !where.unix_path.empty())
        result.emplace_back(asio::local::stream_protocol::endpoint(where.unix_path));
    if (settings_.kind != transport_kind::unix_domain)
        for (const auto& text : where.tcp)
            result.emplace_back(parse_endpoint(text));
    return result;
}

bool socket_driver::current(const std::shared_ptr<attempt>& made) const {
    const auto found = attempts_.find(made->peer);
    return found != attempts_.end() && found->second == made;
}

bool socket_driver::link_under_way(task_id peer) const {
    const auto found = attempts_.find(peer);
    return found != attempts_.end() && std::any_of(found->second->trials.begin(), found->second->trials.end(),
                                                   [](const auto& on) { return on->proven; });
}

void socket_driver::end_attempt(task_id peer) {
    const auto found = attempts_.find(peer);
    if (found == attempts_.end()) return;
    const auto ended = found->second;
    attempts_.erase(found);
    ended->end();
}

void socket_driver::try_next(const std::shared_ptr<attempt>& made) {
    if (made->next_address >= made->addresses.size()) {
        if (!made->trying()) retry_later(made);
        return;
    }
    start_trial(made, made->addresses[made->next_address++]);
    made->timer.expires_after(silence);
    made->timer.async_wait([this, made](const boost::system::error_code& ended) {
        if (!ended && current(made) && made->next_address < made->addresses.size()) try_next(made);
    });
}

// All addresses have failed: another round, or the end. A peer that makes the connection itself turns this side away,
// so failures are normal for a while.
void socket_driver::retry_later(const std::shared_ptr<attempt>& made) {
    if (made->addresses.empty() || made->give_up.passed()) {
        const std::string why =
            made->addresses.empty() ? "it has no address that this transport can use" : made->last_failure;
        end_attempt(made->peer);
        events_->on_connect_failed(made->peer, error(errc::connect_failed, why, made->peer));
        return;
    }
    made->next_address = 0;
    made->timer.expires_after(between_rounds);
    made->timer.async_wait([this, made](const boost::system::error_code& ended) {
        if (!ended && current(made)) try_next(made);
    });
}

void socket_driver::start_trial(const std::shared_ptr<attempt>& made, const stream_socket::endpoint_type& address) {
    auto on = std::make_shared<trial>(io_);
    made->trials.push_back(on);
    on->socket.async_connect(address, [this, made, on](const boost::system::error_code& failed) {
        if (!current(made)) return;
        if (is_shortage(failed)) return no_room(made, failed);
        if (failed == asio::error::operation_aborted) return trial_failed(made, on, "no answer");
        if (failed) return trial_failed(made, on, failed.message());
        on->connected = true;
        prove(made, on);
    });
}

// Another try would fail alike: the program must be told.
void socket_driver::no_room(const std::shared_ptr<attempt>& made, const std::error_code& failed) {
    end_attempt(made->peer);
    events_->on_connect_failed(made->peer, error(errc::resource_limit, shortage_text(failed), made->peer));
}

void socket_driver::prove(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on) {
    on->proof = std::make_shared<handshake>(handshake_role::initiator, settings_.secret, handshake_purpose::data,
                                            settings_.self, made->peer);
    on->proof->set_parameter(settings_.grant_bytes);
    const auto proven = [this, made, on](const std::optional<error>& failure) {
        if (!current(made)) return;
        if (failure) return trial_failed(made, on, failure->what());
        await_welcome(made, on);
    };
    async_authenticate(on->socket, on->proof, proven, no_limit);
}

void socket_driver::await_welcome(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on) {
    on->proven = true;
    asio::async_read(on->socket, asio::buffer(on->welcome.data(), on->welcome.size()),
                     [this, made, on](const boost::system::error_code& failed, std::size_t) {
                         if (!current(made)) return;
                         if (failed) return trial_failed(made, on, "the peer turned the connection away");
                         const bool welcome =
                             on->welcome[0] == std::byte{static_cast<std::uint8_t>(wire::frame_kind::welcome)};
                         if (!welcome) return trial_failed(made, on, "the peer did not send a welcome");
                         std::erase(made->trials, on);
                         use(made->peer, std::move(on->socket), on->proof->peer_parameter());
                     });
}

void socket_driver::trial_failed(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on,
                                 const std::string& why) {
    std::erase(made->trials, on);
    made->last_failure = why;
    boost::system::error_code ignored;
    on->socket.close(ignored);
    if (!made->trying()) try_next(made);
}

}  // namespace banyan::net::detail
