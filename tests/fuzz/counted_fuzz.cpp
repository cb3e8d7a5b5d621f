// Any changes to the counted frames between two sides: each header that is read is the one that was written at its
// place, and before the first change all bytes are. The content of payload may be another after it.
//
// Input: steps of 1 byte the kind of a frame and 2 bytes its payload, then what is done with the bytes on the way, and
// its details.
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "libnet/transport/socket/counted_session.hpp"
#include "tests/fuzz/support/values.hpp"

using namespace banyan::net;
using namespace banyan::net::detail;
using namespace banyan::testing;

namespace {

constexpr int most_steps = 100;

struct socket_pair {
    socket_pair() { demand(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0); }
    ~socket_pair() {
        for (int& end : ends)
            close(end);
    }
    socket_pair(const socket_pair&) = delete;
    socket_pair& operator=(const socket_pair&) = delete;
    static void close(int& end) {
        if (end >= 0) ::close(end);
        end = -1;
    }
    int ends[2];
};

// All that the socket holds.
std::string take(int socket) {
    std::string all;
    std::array<char, 32768> buffer;
    for (ssize_t n = 0; (n = ::recv(socket, buffer.data(), buffer.size(), MSG_DONTWAIT)) > 0;)
        all.append(buffer.data(), static_cast<std::size_t>(n));
    return all;
}

/// A writes, B reads; the target carries the bytes between their sockets.
class world {
  public:
    void take_step(values& of) {
        add_frame(of);
        write(of);
        if (of.pick(16) == 15) socket_pair::close(of_b_.ends[1]);
        if (of_b_.ends[1] >= 0) carry(of);
        read(of);
    }

  private:
    void add_frame(values& of) {
        const auto kind = static_cast<wire::frame_kind>(1 + of.pick(10));
        const std::size_t size = of.pick(256) * of.pick(256) % 40'000;
        const auto header = wire::encode({.kind = kind, .length_bytes = size, .token = frames_.size()});
        frames_.append(reinterpret_cast<const char*>(header.data()), header.size());
        in_header_.append(header.size(), '\1');
        for (std::size_t i = 0; i < wire::payload_bytes(header); ++i)
            frames_ += static_cast<char>(frames_.size());
        in_header_.resize(frames_.size(), '\0');
    }
    void write(values& of) {
        const std::size_t count = of.flag() ? of.pick(64) : frames_.size();
        const iovec out{frames_.data() + written_, std::min(count, frames_.size() - written_)};
        const auto result = a_.write(std::span(&out, 1));
        demand(result.what != moved::state::forged && result.bytes <= out.iov_len);
        written_ += result.bytes;
    }
    void read(values& of) {
        std::string buffer(1 + 64 * of.pick(256), '\0');
        const iovec into{buffer.data(), buffer.size()};
        for (int turns = 0;; ++turns) {
            demand(turns <= most_steps * 41'000);  // of one byte each, at worst
            const bool holds = b_.holds_bytes();
            const auto result = b_.read(std::span(&into, 1));
            demand(!holds || result.what == moved::state::some || result.what == moved::state::forged);
            demand(!forged_ || result.what == moved::state::forged);
            forged_ = result.what == moved::state::forged;
            demand(!forged_ || changed_);
            if (result.what != moved::state::some) return;
            check(std::string_view(buffer).substr(0, result.bytes));
        }
    }
    void check(std::string_view bytes) {
        demand(bytes.size() <= frames_.size() - read_);
        for (const char one : bytes) {
            demand(one == frames_[read_] || (changed_ && in_header_[read_] == 0));
            demand(in_header_[read_] == 0 || read_ < written_);
            ++read_;
        }
    }
    void carry(values& of) {
        std::string bytes = take(of_a_.ends[1]);
        if (!bytes.empty()) change(bytes, of);
        if (!bytes.empty()) (void)::send(of_b_.ends[1], bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    void change(std::string& bytes, values& of) {
        const unsigned how = of.pick(8);
        if (how == 7 || of.empty()) return;
        const std::size_t where = (of.pick(256) << 8 | of.pick(256)) % bytes.size();
        const std::string before = bytes;
        if (how == 0) bytes[where] = static_cast<char>(bytes[where] ^ static_cast<char>(of.pick(256)));
        if (how == 1) bytes.insert(where, of.bytes(of.pick(40)));
        if (how == 2) bytes.erase(where, 1 + of.pick(256));
        if (how == 3) bytes = earlier_;  // once more
        if (how == 4) bytes += bytes;
        if (how == 5) bytes = of.bytes(of.pick(256));
        if (how == 6) std::rotate(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(where), bytes.end());
        changed_ = changed_ || bytes != before;
        earlier_ = before;
    }

    socket_pair of_a_, of_b_;  // [0] is the session's
    counted_session a_{of_a_.ends[0], machine_secret{}, machine_secret{std::byte{1}}};
    counted_session b_{of_b_.ends[0], machine_secret{std::byte{1}}, machine_secret{}};
    std::string frames_;     // that A has to write
    std::string in_header_;  // for each byte of them
    std::string earlier_;
    std::size_t written_ = 0;
    std::size_t read_ = 0;
    bool changed_ = false;
    bool forged_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    values of(in);
    world sides;
    for (int step = 0; step < most_steps && !of.empty(); ++step)
        sides.take_step(of);
    return 0;
}
