// The other end of a connection of the code under test, in the hands of the target.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "libnet/base/asio.hpp"
#include "libnet/wire/control_frame.hpp"

namespace banyan::testing {

/// A non-blocking Unix-domain socket. What its other side has no room for, or no frame can hold, is dropped.
class far_end {
  public:
    explicit far_end(int socket = -1) : socket_(socket) {}
    far_end(far_end&& other) noexcept;
    far_end& operator=(far_end&& other) noexcept;
    ~far_end() { close(); }

    /// A pair of connected sockets; the other one belongs to the code under test.
    static far_end make(net::asio::io_context& io, std::optional<net::stream_socket>& near);

    [[nodiscard]] bool is_open() const { return socket_ >= 0; }
    [[nodiscard]] int descriptor() const { return socket_; }
    void close();
    void send_raw(const std::string& bytes);
    template <class Message>
    void send(const Message& message) {
        const std::string body = message.SerializeAsString();
        if (body.size() <= net::max_control_frame_bytes) send_raw(net::control_frame(body));
    }
    /// Hands out the frames that have arrived; closes when the other side has.
    void receive(const std::function<void(const std::string& body)>& on_frame);

  private:
    int socket_;
    net::control_frame_reader reader_;
};

/// Runs what is due. (What never comes to an end is found by the fuzzer's time limit.)
void settle(net::asio::io_context& io);

/// Ends the process when more descriptors are open at the end of its life than at the beginning.
class same_descriptors {
  public:
    same_descriptors();
    ~same_descriptors();
    same_descriptors(const same_descriptors&) = delete;
    same_descriptors& operator=(const same_descriptors&) = delete;

  private:
    int lowest_free_;
};

}  // namespace banyan::testing
