#include "libnet/transport/authenticate.hpp"

#include <array>
#include <string>

#include "libnet/transport/running_time_limit.hpp"

namespace banyan::net {
namespace {

class exchange_loop : public std::enable_shared_from_this<exchange_loop> {
  public:
    exchange_loop(stream_socket& socket, std::shared_ptr<handshake> exchange, authenticate_handler handler)
        : socket_(socket), exchange_(std::move(exchange)), handler_(std::move(handler)) {}

    void start(std::chrono::milliseconds limit) {
        limit_ = std::make_shared<running_time_limit>(socket_.get_executor(), limit, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->expire();
        });
        limit_->start();
        asio::post(socket_.get_executor(), [self = shared_from_this()] { self->step(); });
    }

  private:
    void step() {
        if (!handler_) return;
        if (expired_) return finish(error(errc::timeout, "the peer did not prove in time that it knows the secret"));
        if (exchange_->done()) return finish(std::nullopt);
        const auto out = exchange_->output();
        if (!out.empty()) return write(out);
        read(exchange_->wanted_bytes());
    }

    void write(std::span<const std::byte> out) {
        asio::async_write(socket_, asio::buffer(out.data(), out.size()),
                          [self = shared_from_this()](const boost::system::error_code& failed, std::size_t n) {
                              if (failed) return self->lost(failed);
                              self->exchange_->consumed_output(n);
                              self->step();
                          });
    }

    void read(std::size_t n) {
        asio::async_read(socket_, asio::buffer(buffer_.data(), std::min(n, buffer_.size())),
                         [self = shared_from_this()](const boost::system::error_code& failed, std::size_t got) {
                             if (failed) return self->lost(failed);
                             self->take(got);
                         });
    }

    void take(std::size_t n) {
        try {
            exchange_->input(std::span(buffer_).first(n));
        } catch (const error& refused) {
            send_version();
            return finish(refused);
        }
        step();
    }

    // Sends this side's hello to a peer with another version, if the socket accepts it at once.
    void send_version() {
        const auto out = exchange_->output();
        if (out.empty()) return;
        boost::system::error_code ignored;
        socket_.non_blocking(true, ignored);
        socket_.send(asio::buffer(out.data(), out.size()), 0, ignored);
    }

    void lost(const boost::system::error_code& why) {
        if (!handler_) return;
        if (expired_) return finish(error(errc::timeout, "the peer did not prove in time that it knows the secret"));
        read_notice();
        if (!handler_) return;
        const bool closed = why == asio::error::eof || why == asio::error::connection_reset;
        if (closed)
            return finish(error(errc::authentication_failed, "the peer closed the connection during authentication"));
        finish(error(errc::connect_failed, "the connection broke during authentication: " + why.message()));
    }

    // A peer without room sends a notice and closes at once, so this side may fail to write before it has read the
    // notice.
    void read_notice() {
        boost::system::error_code ignored;
        socket_.non_blocking(true, ignored);
        const std::size_t wanted = std::min(exchange_->wanted_bytes(), buffer_.size());
        const std::size_t got = socket_.receive(asio::buffer(buffer_.data(), wanted), 0, ignored);
        if (got > 0) input_notice(got);
    }
    void input_notice(std::size_t n) {
        try {
            exchange_->input(std::span(buffer_).first(n));
        } catch (const error& refused) {
            finish(refused);
        }
    }

    void expire() {
        if (!handler_) return;
        expired_ = true;
        boost::system::error_code ignored;
        socket_.cancel(ignored);
    }

    void finish(std::optional<error> result) {
        limit_->cancel();
        std::exchange(handler_, nullptr)(std::move(result));
    }

    stream_socket& socket_;
    std::shared_ptr<running_time_limit> limit_;
    std::shared_ptr<handshake> exchange_;
    authenticate_handler handler_;
    std::array<std::byte, 64> buffer_{};
    bool expired_ = false;
};

}  // namespace

void async_authenticate(stream_socket& socket, std::shared_ptr<handshake> exchange, authenticate_handler handler,
                        std::chrono::milliseconds limit) {
    std::make_shared<exchange_loop>(socket, std::move(exchange), std::move(handler))->start(limit);
}

}  // namespace banyan::net
