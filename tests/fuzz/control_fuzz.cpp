// Any bytes on the control plane. The frames do not depend on how the stream is cut. Every reader parses the bodies or
// rejects them.
//
// Input: 1 byte for the size of the pieces, then the stream.
#include "libnet/wire/control_frame.hpp"

#include <vector>

#include "banyan/net/error.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/joining/control.pb.h"
#include "tests/fuzz/input.hpp"

using namespace banyan::net;
using banyan::testing::demand;

namespace {

constexpr std::size_t limit_bytes = 4096;

std::vector<std::string> frames_of(std::span<const std::byte> stream, std::size_t piece) {
    control_frame_reader reader(limit_bytes);
    std::vector<std::string> bodies;
    try {
        while (!stream.empty()) {
            const auto now = stream.first(std::min(piece, stream.size()));
            stream = stream.subspan(now.size());
            reader.feed(now);
            while (auto body = reader.next())
                bodies.push_back(std::move(*body));
            demand(reader.wanted_bytes() > 0 && reader.wanted_bytes() <= limit_bytes + control_header_bytes);
        }
    } catch (const error& refused) {
        demand(refused.which() == errc::protocol_violation);
    }
    return bodies;
}

template <class Message>
void parse(const std::string& body) {
    Message message;
    if (!message.ParseFromString(body)) return;
    Message again;
    demand(again.ParseFromString(message.SerializeAsString()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    banyan::testing::input in(data, size);
    const std::size_t piece = in.number() + 1;
    const auto stream = in.take(size);
    const auto bodies = frames_of(stream, piece);
    demand(bodies == frames_of(stream, size));
    for (const auto& body : bodies) {
        demand(body.size() <= limit_bytes);
        parse<control::ToDaemon>(body);
        parse<control::ToTask>(body);
        parse<banyan::daemon::wire::ToHost>(body);
        parse<banyan::daemon::wire::ToSpawner>(body);
        parse<banyan::daemon::wire::FromSpawner>(body);
    }
    return 0;
}
