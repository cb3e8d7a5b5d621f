// Any changes to the encrypted bytes between two sides. What is read is a prefix of what was written, and it ends at
// the first change at the latest. The end has a named reason.
//
// Input: 1 byte for where the changes begin, then steps. Each has 1 byte for what is done with the bytes in transit,
// then details.
#include <string>

#include "banyan/net/error.hpp"
#include "libnet/transport/socket/tls_session.hpp"
#include "tests/common/socket_pair.hpp"
#include "tests/fuzz/support/byte_changer.hpp"

using namespace banyan::net;
using namespace banyan::net::detail;
using namespace banyan::testing;

namespace {

constexpr int most_steps = 100;

/// A writes and B reads. The target carries the bytes between their sockets.
class world {
  public:
    explicit world(unsigned records_per_key)
        : a_(of_a_.ends[0], tls_session::side::client, key_, "fuzz", records_per_key),
          b_(of_b_.ends[0], tls_session::side::server, key_, "fuzz", records_per_key) {}

    // Returns false if it fails, which is allowed after a change.
    bool continue_handshake(values* changes) {
        try {
            for (int turn = 0; turn < 10; ++turn) {
                const auto of_a = a_.continue_handshake();
                carry(of_a_.ends[1], of_b_.ends[1], changes);
                const auto of_b = b_.continue_handshake();
                carry(of_b_.ends[1], of_a_.ends[1], changes);
                if (of_a == tls_session::step::done && of_b == tls_session::step::done) return true;
            }
        } catch (const error& refused) {
            demand(refused.which() == errc::authentication_failed || refused.which() == errc::connect_failed);
            demand(changes_.has_changed());
            return false;
        }
        demand(changes_.has_changed());  // a side still waits for bytes
        return false;
    }
    void take_step(values& of) {
        write(1 + of.pick(256) * of.pick(256) % 40'000);
        if (of.pick(16) == 15) of_b_.close(1);
        if (of_b_.ends[1] >= 0) carry(of_a_.ends[1], of_b_.ends[1], &of);
        read(of);
    }
    // A change in one direction does not affect the other one.
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
        for (;;) {  // ends, because no more bytes come than were written
            const auto result = b_.read(std::span(&into, 1));
            demand(!forged_ || result.what == moved::state::forged);
            forged_ = result.what == moved::state::forged;
            demand(!forged_ || changes_.has_changed());
            if (result.what != moved::state::some) return;
            demand(result.bytes > 0);
            for (std::size_t i = 0; i < result.bytes; ++i)
                demand(buffer[i] == static_cast<char>(read_ + i));
            read_ += result.bytes;
            demand(read_ <= written_ + 1);  // A counts the last byte only when all have left
        }
    }
    void carry(int from, int to, values* of) {
        auto bytes = take<std::string>(from);
        if (of != nullptr) changes_.change(bytes, *of);
        give(to, bytes);
    }

    socket_pair of_a_, of_b_;  // [0] belongs to the session
    secret_key key_ = {};
    tls_session a_, b_;
    byte_changer changes_;
    std::size_t written_ = 0;
    std::size_t read_ = 0;
    bool forged_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    values of(in);
    const bool in_handshake = of.pick(4) == 3;
    world sides(1 + of.pick(256));
    if (!sides.continue_handshake(in_handshake ? &of : nullptr)) return 0;
    sides.answer();
    for (int step = 0; step < most_steps && !of.empty(); ++step)
        sides.take_step(of);
    return 0;
}
