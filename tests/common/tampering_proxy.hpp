// An attacker on the path between two processes: passes their bytes on, and changes them at one place.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "libnet/base/asio.hpp"
#include "tests/common/frame_attacker.hpp"

namespace banyan::testing {

enum class attack {
    flip,     ///< a bit of one byte
    remove,   ///< one byte
    insert,   ///< one byte
    replay,   ///< the 40 bytes before once more
    reorder,  ///< the next 20 bytes are moved after the 20 bytes that follow them
    cut       ///< the connection ends
};

inline constexpr std::array attacks = {attack::flip,   attack::remove,  attack::insert,
                                       attack::replay, attack::reorder, attack::cut};

struct attack_plan {
    attack what = attack::flip;
    bool from_client = true;                      ///< on the bytes of the side that connected, or of the other
    std::size_t at = 0;                           ///< how many bytes pass before
    std::optional<frame_attack_plan> on_frame{};  ///< instead: on counted frames, in both directions
};

/// Listens on a port of its own, connects each connection on to the target, and attacks each of them. Ends with the
/// object.
class tampering_proxy {
  public:
    /// `target`: "127.0.0.1:4711".
    tampering_proxy(const std::string& target, attack_plan plan);
    ~tampering_proxy();
    tampering_proxy(const tampering_proxy&) = delete;
    tampering_proxy& operator=(const tampering_proxy&) = delete;

    /// Where it listens.
    [[nodiscard]] const std::string& address() const { return address_; }
    /// True when it has changed something.
    [[nodiscard]] bool has_struck() const { return struck_; }

  private:
    struct stream;
    struct pair;
    void accept();
    void pass(const std::shared_ptr<pair>& between, bool from_client);
    void attack_frames(stream& on, std::vector<std::byte>& bytes);
    [[nodiscard]] bool strike(stream& on, std::vector<std::byte>& bytes);

    const attack_plan plan_;
    net::asio::ip::tcp::endpoint target_;
    net::asio::io_context io_;
    net::asio::ip::tcp::acceptor door_{io_};
    std::string address_;
    std::atomic<bool> struck_{false};
    std::thread thread_;
};

}  // namespace banyan::testing
