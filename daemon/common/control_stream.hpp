// A connection of the control plane: length-prefixed protobuf frames over any stream socket, plain or encrypted.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "banyan/net/error.hpp"
#include "libnet/base/asio.hpp"
#include "libnet/transport/socket/link_protection.hpp"
#include "libnet/wire/control_frame.hpp"

namespace banyan::daemon {

/// The message in the body of a frame. Throws net::error protocol_violation if it is not a message of this type.
template <class Message>
Message parse(const std::string& body) {
    Message message;
    if (!message.ParseFromString(body))
        throw net::error(net::errc::protocol_violation, "a control message that cannot be read");
    return message;
}

class control_stream : public std::enable_shared_from_this<control_stream> {
  public:
    /// Takes the body of one frame; what it throws, but for std::bad_alloc, closes the stream with that text.
    using frame_handler = std::function<void(const std::string& body)>;
    /// Called once, when the other side has closed or broken the stream; not after close().
    using closed_handler = std::function<void(const std::string& why)>;

    /// `protection`: what encrypts the connection; null for a plain one.
    explicit control_stream(net::stream_socket socket,
                            std::unique_ptr<net::detail::link_protection> protection = nullptr);

    void start(frame_handler on_frame, closed_handler on_closed);

    /// Queues a message. Never blocks; callers bound what they queue by their own credits.
    template <class Message>
    void send(const Message& message) {
        enqueue(net::control_frame(message.SerializeAsString()));
    }

    /// Closes now; no handler is called any more.
    void close();
    /// Closes when all that was queued is sent (or the peer is gone), then calls `then`.
    void close_when_sent(std::function<void()> then);
    /// For a stream whose other side has just ended: hands out the frames that have arrived, without waiting for more
    /// (some other process may hold the other side's end open), closes, then calls `then`.
    void drain(std::function<void()> then);
    /// True when it was closed because of what came: bytes that the other side has not sent, a frame that it must not
    /// send. The reason given to the closed_handler is worth telling then.
    [[nodiscard]] bool refused_what_came() const { return refused_; }
    [[nodiscard]] bool is_open() const { return open_; }
    /// True while this process still holds something of what was queued.
    [[nodiscard]] bool is_sending() const { return open_ && writing_; }
    [[nodiscard]] net::stream_socket& socket() { return socket_; }

  private:
    void enqueue(std::string frame);
    void read();
    void read_encrypted();
    [[nodiscard]] bool take_encrypted();
    void write_encrypted();
    void sent_all();
    bool take(std::size_t n);
    void read_rest();
    void stop_writing(const std::string& why);
    void write();
    void lose(const std::string& why);

    net::stream_socket socket_;
    const std::unique_ptr<net::detail::link_protection> protection_;
    net::control_frame_reader reader_;
    std::array<std::byte, 65536> buffer_{};
    std::deque<std::string> queue_;
    bool writing_ = false;
    bool open_ = true;
    bool refused_ = false;
    std::size_t front_sent_ = 0;  // of the first frame, where it is encrypted
    bool write_broken_ = false;   // what the other side has sent is still read
    frame_handler on_frame_;
    closed_handler on_closed_;
    std::function<void()> when_sent_;
    std::function<void()> when_drained_;
};

}  // namespace banyan::daemon
