#include "daemon/pvm/host_watch.hpp"

#include <set>
#include <utility>

#include "daemon/client/try_connect.hpp"

namespace banyan::daemon::pvm {
namespace {

constexpr std::chrono::milliseconds interval{200};
constexpr std::chrono::milliseconds connect_pause{20};  // while the coordinator's queue of connections is full

}  // namespace

host_watch::host_watch(net::asio::io_context& io, std::filesystem::path coordinator_socket, handlers h)
    : io_(io), socket_(std::move(coordinator_socket)), handlers_(std::move(h)), timer_(io) {}

host_watch::~host_watch() {
    if (stream_) stream_->close();
}

void host_watch::start() {
    if (!connect())
        throw net::error(net::errc::connect_failed, socket_.string() + ": no virtual machine is running there");
    ask();
}

// The keeper starts another coordinator if one was killed; connections wait for it, and if too many wait, this one is
// tried again. False: the connect was refused, so the virtual machine has ended.
bool host_watch::connect() {
    auto attempt = try_connect(io_, {socket_});
    if (attempt.what == connect_attempt::outcome::refused) return false;
    if (attempt.what == connect_attempt::outcome::busy) {
        timer_.expires_after(connect_pause);
        timer_.async_wait([this](const boost::system::error_code& cancelled) {
            if (!cancelled) connect_again();
        });
        return true;
    }
    stream_ = std::make_shared<control_stream>(std::move(*attempt.socket));
    stream_->start([this](const std::string& body) { take(parse<wire::ToClient>(body)); },
                   [this](const std::string&) { reconnect(); });
    return true;
}

void host_watch::connect_again() {
    if (!connect()) return handlers_.ended();
    if (stream_) ask_later();
}

void host_watch::reconnect() {
    stream_ = nullptr;
    for (const auto& done : std::exchange(waiting_, {}))
        done("the coordinator was restarted");
    connect_again();
}

void host_watch::ask() {
    if (!stream_) return;
    wire::FromClient message;
    message.mutable_list_hosts();
    stream_->send(message);
}

void host_watch::ask_later() {
    timer_.expires_after(interval);
    timer_.async_wait([this](const boost::system::error_code& cancelled) {
        if (!cancelled) ask();
    });
}

void host_watch::take(const wire::ToClient& message) {
    if (message.has_hosts()) {
        take_hosts(message.hosts());
        return ask_later();
    }
    if (waiting_.empty() || !(message.has_done() || message.has_failure())) return;
    const auto done = waiting_.front();
    waiting_.erase(waiting_.begin());
    listed_.push_back([done, failure = message.failure().text()] { done(failure); });
    ask();
}

void host_watch::take_hosts(const wire::Hosts& listed) {
    plain_data_ = listed.plain_data();
    std::set<std::uint32_t> present;
    for (const auto& host : listed.hosts()) {
        present.insert(host.number());
        const auto [place, is_new] = hosts_.emplace(host.number(), host);
        if (is_new && !handlers_.added(host)) hosts_.erase(place);
        handlers_.listed(host);
    }
    for (auto i = hosts_.begin(); i != hosts_.end();) {
        const std::uint32_t number = i->first;
        i = present.contains(number) ? std::next(i) : hosts_.erase(i);
        if (!present.contains(number)) handlers_.lost(number);
    }
    for (const auto& done : std::exchange(listed_, {}))
        done();
}

void host_watch::request(wire::FromClient message, done_handler done) {
    if (!stream_) return done("the coordinator is lost");
    waiting_.push_back(std::move(done));
    stream_->send(message);
}

void host_watch::add(const wire::AddHosts& hosts, done_handler done) {
    wire::FromClient message;
    *message.mutable_add_hosts() = hosts;
    request(std::move(message), std::move(done));
}

void host_watch::remove(const std::vector<std::string>& names, done_handler done) {
    wire::FromClient message;
    for (const auto& name : names)
        message.mutable_remove_hosts()->add_names(name);
    request(std::move(message), std::move(done));
}

void host_watch::serve_at(std::uint32_t host, const std::string& endpoint) {
    wire::FromClient message;
    message.mutable_serve_pvm()->set_host(host);
    message.mutable_serve_pvm()->set_endpoint(endpoint);
    request(std::move(message), [](const std::string&) {});  // if it fails, the host is lost
}

void host_watch::take_down() {
    if (!stream_) return;
    wire::FromClient message;
    message.mutable_take_down();
    stream_->send(message);
}

}  // namespace banyan::daemon::pvm
