// The initiating side of link_maker.
#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "libnet/transport/retry_delay.hpp"
#include "libnet/transport/socket/address.hpp"
#include "libnet/transport/socket/async_secure.hpp"
#include "libnet/transport/socket/link_attempt.hpp"
#include "libnet/transport/socket/open_socket.hpp"

namespace banyan::net::detail {
namespace {

// A stopped peer does not answer although its host has accepted the connection; that is not a failure. An address that
// belongs to another host may never answer, so the next address is then tried in parallel.
constexpr std::chrono::milliseconds silence{500};
constexpr std::chrono::hours no_limit{24 * 365};

error failure(const std::string& text) {
    return {errc::connect_failed, text};
}

// A refusal contains only the number of its reason.
std::string text_of_refusal(const wire::header_buffer& welcome) {
    const auto why = static_cast<errc>(wire::refusal_reason(welcome));
    return " it has closed the connection to this task: " + make_error_code(why).message() +
           (why == errc::resource_limit ? " (ulimit -n, ulimit -v)" : "");
}

}  // namespace

void link_maker::connect(task_id peer) {
    asio::post(io_, [this, peer] {
        try {
            begin_attempt(peer);
        } catch (const std::exception&) {
            end_attempt(peer);
            tell_failure(peer, errc::resource_limit, "out of memory for a connection (ulimit -v)");
        }
    });
}

void link_maker::forget(task_id peer, errc why) {
    asio::post(io_, [this, peer, why] {
        end_attempt(peer);
        linked_.erase(peer);
        if (why != errc::closed) given_up_.emplace(peer, why);
    });
}

void link_maker::begin_attempt(task_id peer) {
    if (linked_.contains(peer) || attempts_.contains(peer) || given_up_.contains(peer)) return;
    const auto found = members_.find(peer);
    auto made = std::make_shared<attempt>(io_, peer);
    if (found != members_.end()) add_addresses(*made, found->second);
    attempts_[peer] = made;
    made->limit = std::make_shared<running_time_limit>(io_.get_executor(), settings_.connect_timeout,
                                                       [weak = std::weak_ptr<attempt>(made)] {
                                                           if (const auto late = weak.lock()) late->end_unanswered();
                                                       });
    made->limit->start();
    try_next(made);
}

void link_maker::restart_attempts() {
    const auto attempts = attempts_;
    for (const auto& [peer, made] : attempts) {
        set_proven(peer, false);
        made->end_trials();
        retry_later(made);
    }
}

// An address that is not valid does not hide the others.
void link_maker::add_addresses(attempt& made, const member& peer) const {
    const auto add = [&made](const auto& parse, const std::string& text) {
        try {
            made.addresses.emplace_back(parse(text));
        } catch (const error& invalid) {
            made.last_failure = failure(fmt::format("its address is not valid: {}", invalid.what()));
        } catch (const boost::system::system_error& invalid) {
            made.last_failure = failure(fmt::format("its path {} is not valid: {}", text, invalid.code().message()));
        }
    };
    const auto& where = peer.endpoints;
    const bool near = settings_.kind == transport_kind::unix_domain || peer.host == settings_.host;
    if (settings_.kind != transport_kind::tcp && near && !where.unix_path.empty())
        add([](const std::string& path) { return asio::local::stream_protocol::endpoint(path); }, where.unix_path);
    if (settings_.kind != transport_kind::unix_domain)
        for (const auto& text : where.tcp)
            add(parse_endpoint, text);
}

bool link_maker::current(const std::shared_ptr<attempt>& made) const {
    const auto found = attempts_.find(made->peer);
    return found != attempts_.end() && found->second == made;
}

void link_maker::end_attempt(task_id peer) {
    const auto found = attempts_.find(peer);
    if (found == attempts_.end()) return;
    const auto ended = found->second;
    attempts_.erase(found);
    ended->end();
}

void link_maker::try_next(const std::shared_ptr<attempt>& made) {
    if (made->next_address >= made->addresses.size()) {
        if (!made->trying()) retry_later(made);
        return;
    }
    start_trial(made, made->addresses[made->next_address++]);
    if (!current(made)) return;
    made->timer.expires_after(silence);
    made->timer.async_wait([this, made](const boost::system::error_code& ended) {
        if (!ended && current(made) && made->next_address < made->addresses.size()) try_next(made);
    });
}

// All addresses have failed: another round, or the end. Failures are normal for a while: a peer that makes the
// connection itself refuses this one, and a peer that is overloaded by strangers closes honest connections too.
void link_maker::retry_later(const std::shared_ptr<attempt>& made) {
    if (made->is_over()) return give_up(made, made->last_failure);
    made->next_address = 0;
    made->timer.expires_after(retry_delay(++made->rounds));
    made->timer.async_wait([this, made](const boost::system::error_code& ended) {
        if (!ended && current(made)) try_next(made);
    });
}

void link_maker::start_trial(const std::shared_ptr<attempt>& made, const stream_socket::endpoint_type& address) {
    auto on = std::make_shared<trial>(io_);
    try {
        open_socket(on->socket, address.protocol());
    } catch (const boost::system::system_error& failed) {
        if (!is_shortage(failed.code())) return trial_failed(made, on, failure(failed.code().message()));
        if (made->trying()) return;  // an earlier address may still answer
        // Another address would fail in the same way, so the program gets the error.
        return give_up(made, error(errc::resource_limit, shortage_text(failed.code())));
    }
    on->over_network = address.protocol().family() != AF_UNIX;
    made->trials.push_back(on);
    on->socket.async_connect(address, [this, made, on](const boost::system::error_code& failed) {
        if (!current(made)) return;
        if (failed == asio::error::operation_aborted) return trial_failed(made, on, failure("no answer"));
        if (failed) return trial_failed(made, on, failure(failed.message()));
        on->connected = true;
        // The peer may refuse this connection with a reset that gets lost, so keepalive is set.
        if (on->over_network) send_at_once(on->socket.native_handle());
        if (on->over_network) keep_alive(on->socket.native_handle(), 4 * settings_.silence_limit);
        prove(made, on);
    });
}

void link_maker::prove(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on) {
    on->proof = std::make_shared<handshake>(handshake_role::initiator, settings_.secret,
                                            purpose_for(made->peer, on->socket), settings_.self, made->peer);
    on->proof->set_parameter(settings_.credit_window_bytes);
    const auto proven = [this, made, on](const std::optional<error>& failed,
                                         std::unique_ptr<link_protection> protection) {
        if (!current(made)) return;
        if (failed) return trial_failed(made, on, *failed);
        on->protection = std::move(protection);
        await_welcome(made, on);
    };
    async_secure(on->socket, on->proof, proven, no_limit);
}

// The peer may have sent its welcome and messages already.
void link_maker::await_welcome(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on) {
    on->proven = true;
    set_proven(made->peer, true);
    on->socket.native_non_blocking(true);
    read_welcome(made, on);
}

// Reads no byte beyond the welcome.
void link_maker::read_welcome(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on) {
    on->socket.async_wait(stream_socket::wait_read, [this, made, on](const boost::system::error_code& failed) {
        if (!current(made)) return set_proven(made->peer, false);
        const auto result = failed ? moved{moved::state::ended} : on->read_welcome();
        if (result.what == moved::state::some && on->welcome_bytes == on->welcome.size()) return take_welcome(made, on);
        if (result.what == moved::state::some || result.what == moved::state::would_block)
            return read_welcome(made, on);
        not_welcome(made, on);
        trial_failed(made, on, failure("the peer refused the connection"));
    });
}

// Another trial of the round may still get a welcome.
void link_maker::not_welcome(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on) {
    on->proven = false;
    if (std::none_of(made->trials.begin(), made->trials.end(), [](const auto& other) { return other->proven; }))
        set_proven(made->peer, false);
}

void link_maker::take_welcome(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on) {
    const auto kind = static_cast<wire::frame_kind>(on->welcome[0]);
    if (kind == wire::frame_kind::welcome) {
        std::erase(made->trials, on);
        return use(made->peer, {std::move(on->socket), std::move(on->protection)}, on->proof->peer_parameter());
    }
    not_welcome(made, on);
    if (kind != wire::frame_kind::refusal) return trial_failed(made, on, failure("the peer did not send a welcome"));
    give_up(made, error(errc::peer_lost, text_of_refusal(on->welcome)));
}

void link_maker::trial_failed(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on,
                              const error& why) {
    std::erase(made->trials, on);
    made->last_failure = why;
    if (why.which() == errc::resource_limit && !made->shortage_limit) {
        made->shortage_limit =
            std::make_shared<running_time_limit>(io_.get_executor(), settings_.connect_timeout / 2, [] {});
        made->shortage_limit->start();
    }
    on->close();
    if (!made->trying()) try_next(made);
}

void link_maker::give_up(const std::shared_ptr<attempt>& made, const error& why) {
    const task_id peer = made->peer;
    end_attempt(peer);
    const bool named = why.which() == errc::resource_limit || why.which() == errc::peer_lost;
    const bool needs_network = !named && settings_.kind == transport_kind::unix_domain && !is_on_own_host(peer);
    const std::string hint = needs_network ? "; the transport unix reaches only tasks of the same computer" : "";
    tell_failure(peer, named ? why.which() : errc::connect_failed, why.what() + hint);
}

void link_maker::tell_failure(task_id peer, errc why, const std::string& text) {
    given_up_.emplace(peer, why);
    events_->serve([&] { events_->on_connect_failed(peer, error(why, text, peer)); });
}

}  // namespace banyan::net::detail
