// The other end of a connection of the code under test. The target controls it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "libnet/base/asio.hpp"
#include "libnet/wire/control_frame.hpp"

namespace banyan::testing {

/// A non-blocking Unix-domain socket. Data is dropped if the other side has no room for it, or if no frame can hold it.
class far_end {
  public:
    explicit far_end(int socket = -1) : socket_(socket) {}
    far_end(far_end&& other) noexcept;
    far_end& operator=(far_end&& other) noexcept;
    ~far_end() { close(); }

    /// A pair of connected sockets. The other one belongs to the code under test.
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
    /// Passes on the frames that have arrived. Closes if the other side has closed.
    void receive(const std::function<void(const std::string& body)>& on_frame);

  private:
    int socket_;
    net::control_frame_reader reader_;
};

/// Runs all handlers that are ready. If this never ends, the time limit of the fuzzer reports it.
void settle(net::asio::io_context& io);

/// Ends the process if more descriptors are open at its destruction than at its construction.
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
