// Any changes to the counted frames between two sides. Each header that is read is the one that was written at its
// position. All bytes before the first change are correct. Later, the content of a payload can be wrong.
//
// Input: steps. Each has 1 byte for the kind of a frame and 2 bytes for its payload, then what is done with the bytes
// in transit and the details of that.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "libnet/transport/socket/counted_session.hpp"
#include "tests/common/socket_pair.hpp"
#include "tests/fuzz/support/byte_changer.hpp"

using namespace banyan::net;
using namespace banyan::net::detail;
using namespace banyan::testing;

namespace {

constexpr int most_steps = 100;

// Other keys for each input. The fuzzer learns the values that a program compares, so it would learn the code of a
// header for keys that stay the same.
struct keys {
    secret_key of_a{}, of_b{};

    keys() {
        static std::uint64_t inputs = 0;
        ++inputs;
        std::memcpy(of_a.data(), &inputs, sizeof inputs);
        std::memcpy(of_b.data(), &inputs, sizeof inputs);
        of_b[sizeof inputs] = std::byte{1};
    }
};

/// A writes and B reads. The target carries the bytes between their sockets.
class world {
  public:
    void take_step(values& of) {
        add_frame(of);
        write(of);
        if (of.pick(16) == 15) of_b_.close(1);
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
        for (;;) {  // ends, because check() allows no more bytes than were written
            const bool holds = b_.holds_bytes();
            const auto result = b_.read(std::span(&into, 1));
            demand(!holds || result.what == moved::state::some || result.what == moved::state::forged);
            demand(!forged_ || result.what == moved::state::forged);
            forged_ = result.what == moved::state::forged;
            demand(!forged_ || changes_.has_changed());
            if (result.what != moved::state::some) return;
            demand(result.bytes > 0);
            check(std::string_view(buffer).substr(0, result.bytes));
        }
    }
    void check(std::string_view bytes) {
        demand(bytes.size() <= frames_.size() - read_);
        for (const char one : bytes) {
            demand(one == frames_[read_] || (changes_.has_changed() && in_header_[read_] == 0));
            demand(in_header_[read_] == 0 || read_ < written_);
            ++read_;
        }
    }
    void carry(values& of) {
        auto bytes = take<std::string>(of_a_.ends[1]);
        changes_.change(bytes, of);
        give(of_b_.ends[1], bytes);
    }

    socket_pair of_a_, of_b_;  // [0] belongs to the session
    const keys keys_;
    counted_session a_{of_a_.ends[0], keys_.of_a, keys_.of_b};
    counted_session b_{of_b_.ends[0], keys_.of_b, keys_.of_a};
    std::string frames_;     // all frames that A writes
    std::string in_header_;  // one entry for each byte of frames_
    byte_changer changes_;
    std::size_t written_ = 0;
    std::size_t read_ = 0;
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
