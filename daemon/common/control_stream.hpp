// A control connection: protobuf frames with a length in front, over any stream socket, plain or encrypted.
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
    /// Called with the body of each frame. An exception other than std::bad_alloc closes the stream with its text.
    using frame_handler = std::function<void(const std::string& body)>;
    /// Called once, when the other side has closed the stream or the connection is broken; not after close().
    using closed_handler = std::function<void(const std::string& why)>;

    /// `protection` encrypts the connection; null for a plain one.
    explicit control_stream(net::stream_socket socket,
                            std::unique_ptr<net::detail::link_protection> protection = nullptr);
    /// Longer frames are refused in both directions; net::max_control_frame_bytes by default. Call it before start().
    void set_longest_frame(std::size_t bytes);

    void start(frame_handler on_frame, closed_handler on_closed);

    /// Queues a message and never blocks. The callers limit how much they queue.
    template <class Message>
    void send(const Message& message) {
        enqueue(net::control_frame(message.SerializeAsString(), longest_frame_));
    }

    /// Queues a message that is serialized already.
    void send_body(const std::string& body) { enqueue(net::control_frame(body, longest_frame_)); }

    /// Closes at once. No handler is called after that.
    void close();
    /// Closes when all queued messages are sent or the peer has closed, and then calls `then`.
    void close_when_sent(std::function<void()> then);
    /// For a stream whose peer process has ended. Delivers the frames that have arrived, closes, and then calls `then`.
    /// Does not wait for the end of the stream, because another process may hold the peer's descriptor open.
    void drain(std::function<void()> then);
    /// True if it was closed because of the received bytes: they were changed on the network, or a frame was not
    /// allowed. The reason that the closed_handler gets should be reported then.
    [[nodiscard]] bool refused_input() const { return refused_; }
    [[nodiscard]] bool is_open() const { return open_; }
    /// True while not all queued bytes have left this process.
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
    std::size_t longest_frame_ = net::max_control_frame_bytes;
    net::control_frame_reader reader_;
    std::array<std::byte, 65536> buffer_;  // not initialised, because most streams use only its beginning
    std::deque<std::string> queue_;
    bool writing_ = false;
    bool open_ = true;
    bool refused_ = false;
    std::size_t front_sent_ = 0;  // bytes of the first frame, on an encrypted connection
    bool write_broken_ = false;   // reading continues
    frame_handler on_frame_;
    closed_handler on_closed_;
    std::function<void()> when_sent_;
    std::function<void()> when_drained_;
};

}  // namespace banyan::daemon
