#include "tests/common/tampering_proxy.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "libnet/transport/socket/address.hpp"

namespace banyan::testing {

namespace asio = net::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// One direction of a connection.
struct tampering_proxy::stream {
    std::size_t passed = 0;            // before the data at hand
    std::vector<std::byte> history{};  // the last of them
    std::vector<std::byte> held{};     // for a change that needs more data
    std::array<std::byte, 65536> buffer{};
    bool struck = false;
    std::optional<frame_attacker> frames{};
};

struct tampering_proxy::pair {
    explicit pair(tcp::socket accepted, asio::io_context& io) : client(std::move(accepted)), server(io) {}
    void close() {
        error_code ignored;
        client.close(ignored);
        server.close(ignored);
    }
    tcp::socket client, server;
    stream forth, back;
};

tampering_proxy::tampering_proxy(const std::string& target, attack_plan plan)
    : plan_(plan), target_(net::parse_endpoint(target)) {
    const tcp::endpoint any(asio::ip::address_v4::loopback(), 0);
    door_.open(any.protocol());
    door_.bind(any);
    door_.listen();
    address_ = net::to_text(door_.local_endpoint());
    accept();
    thread_ = std::thread([this] { io_.run(); });
}

tampering_proxy::~tampering_proxy() {
    io_.stop();
    thread_.join();
}

void tampering_proxy::accept() {
    door_.async_accept([this](const error_code& failed, tcp::socket accepted) {
        if (failed) return;
        const auto between = std::make_shared<pair>(std::move(accepted), io_);
        between->server.async_connect(target_, [this, between](const error_code& refused) {
            if (refused) return between->close();
            if (plan_.on_frame)
                for (stream* direction : {&between->forth, &between->back})
                    direction->frames.emplace(*plan_.on_frame);
            for (tcp::socket* end : {&between->client, &between->server})
                end->set_option(tcp::no_delay(true));
            pass(between, true);
            pass(between, false);
        });
        accept();
    });
}

void tampering_proxy::pass(const std::shared_ptr<pair>& between, bool from_client) {
    auto& from = from_client ? between->client : between->server;
    auto& on = from_client ? between->forth : between->back;
    from.async_read_some(asio::buffer(on.buffer), [this, between, from_client](const error_code& end, std::size_t n) {
        auto& now = from_client ? between->forth : between->back;
        auto& to = from_client ? between->server : between->client;
        if (end) return between->close();
        auto data = std::make_shared<std::vector<std::byte>>(std::move(now.held));
        now.held.clear();
        data->insert(data->end(), now.buffer.begin(), now.buffer.begin() + static_cast<std::ptrdiff_t>(n));
        const bool attacked = from_client == plan_.from_client && !now.struck;
        if (now.frames)
            attack_frames(now, *data);
        else if (attacked && !strike(now, *data))
            return between->close();
        const bool ends = now.frames && now.frames->cuts();
        now.passed += data->size();
        now.history.insert(now.history.end(), data->begin(), data->end());
        asio::async_write(to, asio::buffer(*data),
                          [this, between, from_client, data, ends](const error_code& broken, auto) {
                              if (broken || ends) return between->close();
                              pass(between, from_client);
                          });
    });
}

void tampering_proxy::attack_frames(stream& on, std::vector<std::byte>& data) {
    data = on.frames->pass(data);
    if (on.frames->has_struck()) struck_ = true;
}

// False when the connection is to be cut.
bool tampering_proxy::strike(stream& on, std::vector<std::byte>& data) {
    constexpr std::size_t replayed = 40, moved = 20;
    const std::size_t wanted = plan_.what == attack::reorder ? 2 * moved : 1;
    if (on.passed + data.size() <= plan_.at) return true;
    const std::size_t at = plan_.at - std::min(plan_.at, on.passed);
    if (data.size() < at + wanted) {
        on.held.assign(data.begin() + static_cast<std::ptrdiff_t>(at), data.end());
        struck_ = true;  // by holding them up
        data.resize(at);
        return true;
    }
    const auto place = data.begin() + static_cast<std::ptrdiff_t>(at);
    on.struck = struck_ = true;
    switch (plan_.what) {
        case attack::flip:
            *place ^= std::byte{1};
            break;
        case attack::remove:
            data.erase(place);
            break;
        case attack::insert:
            data.insert(place, std::byte{0x17});
            break;
        case attack::replay: {
            auto before = on.history;
            before.insert(before.end(), data.begin(), place);
            const auto from = before.size() - std::min(before.size(), replayed);
            data.insert(place, before.begin() + static_cast<std::ptrdiff_t>(from), before.end());
            break;
        }
        case attack::reorder:
            std::rotate(place, place + moved, place + 2 * moved);
            break;
        case attack::cut:
            return false;
    }
    return true;
}

}  // namespace banyan::testing
