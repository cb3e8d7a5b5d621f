// Any changes to the encrypted bytes between two sides: what is read is what was written, from its beginning and no
// further than the first change, and the end has a name.
//
// Input: 1 byte where the changes begin, then steps of 1 byte what is done with the bytes on the way, and its details.
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "banyan/net/error.hpp"
#include "libnet/transport/socket/tls_session.hpp"
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

void give(int socket, const std::string& bytes) {
    if (!bytes.empty()) (void)::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

/// A writes, B reads; the target carries the bytes between their sockets.
class world {
  public:
    explicit world(unsigned records_per_key)
        : a_(of_a_.ends[0], tls_session::side::client, key_, "fuzz", records_per_key),
          b_(of_b_.ends[0], tls_session::side::server, key_, "fuzz", records_per_key) {}

    // False when it fails, as it may after a change.
    bool shake_hands(values* changes) {
        try {
            for (int turn = 0; turn < 10; ++turn) {
                const auto of_a = a_.shake_hands();
                carry(of_a_.ends[1], of_b_.ends[1], changes);
                const auto of_b = b_.shake_hands();
                carry(of_b_.ends[1], of_a_.ends[1], changes);
                if (of_a == tls_session::step::done && of_b == tls_session::step::done) return true;
            }
        } catch (const error& refused) {
            demand(refused.which() == errc::authentication_failed || refused.which() == errc::connect_failed);
            demand(changed_);
            return false;
        }
        demand(changed_);  // some bytes are still awaited
        return false;
    }
    void take_step(values& of) {
        write(1 + of.pick(256) * of.pick(256) % 40'000);
        if (of.pick(16) == 15) socket_pair::close(of_b_.ends[1]);
        if (of_b_.ends[1] >= 0) carry(of_a_.ends[1], of_b_.ends[1], &of);
        read(of);
    }
    // The other direction does not suffer.
    void answer() {
        if (of_b_.ends[1] < 0) return;
        const std::string word = "answer";
        const iovec out{const_cast<char*>(word.data()), word.size()};
        demand(b_.write(std::span(&out, 1)).what == moved::state::some);
    }

  private:
    void write(std::size_t size) {
        std::string plain;
        for (std::size_t i = 0; i < size; ++i)
            plain += static_cast<char>(written_ + i);
        const iovec out{plain.data(), plain.size()};
        const auto result = a_.write(std::span(&out, 1));
        if (result.what == moved::state::some) written_ += result.bytes;
    }
    void read(values& of) {
        std::string buffer(1 + 64 * of.pick(256), '\0');
        const iovec into{buffer.data(), buffer.size()};
        for (int turns = 0;; ++turns) {
            demand(turns < 100'000);
            const auto result = b_.read(std::span(&into, 1));
            demand(!forged_ || result.what == moved::state::forged);
            forged_ = result.what == moved::state::forged;
            demand(!forged_ || changed_);
            if (result.what != moved::state::some) return;
            for (std::size_t i = 0; i < result.bytes; ++i)
                demand(buffer[i] == static_cast<char>(read_ + i));
            read_ += result.bytes;
            demand(read_ <= written_ + 1);  // the last byte is counted when all has left
        }
    }
    void carry(int from, int to, values* changes) {
        std::string bytes = take(from);
        if (changes != nullptr && !bytes.empty()) change(bytes, *changes);
        give(to, bytes);
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
    machine_secret key_ = {};
    tls_session a_, b_;
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
    const bool in_handshake = of.pick(4) == 3;
    world sides(1 + of.pick(256));
    if (!sides.shake_hands(in_handshake ? &of : nullptr)) return 0;
    sides.answer();
    for (int step = 0; step < most_steps && !of.empty(); ++step)
        sides.take_step(of);
    return 0;
}
