// The text that an error adds about waiting messages which do not match the failed receive.
#include "libnet/protocol/unmatched_note.hpp"

#include "libnet/protocol/context_table.hpp"

#include <catch2/catch.hpp>
#include <deque>

namespace unmatched_note_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr task_id peer{5};

struct waiting_messages {
    void add(int with_tag, std::uint32_t context = 1, task_id source = peer) {
        incoming& message = messages.emplace_back();
        message.info = {source, tag{with_tag}, 8};
        message.context = context_id{context};
        message.sequence = messages.size();
        all.add_waiting(message);
    }
    [[nodiscard]] std::string text(std::optional<tag> wanted, std::uint32_t context = 1) const {
        return unmatched_note(all, peer).text({peer, wanted, context_id{context}});
    }
    std::deque<incoming> messages;
    matcher all;
};

}  // namespace

TEST_CASE("an error names the tags that wait and the one that was asked for") {
    waiting_messages some;
    CHECK(some.text(tag{2}).empty());
    some.add(1);
    CHECK(some.text(tag{2}) == "; 1 message with tag 1 is waiting, but the receive asks for tag 2");
    some.add(1);
    some.add(7, 1, task_id{6});  // from another peer
    CHECK(some.text(tag{2}) == "; 2 messages with tag 1 are waiting, but the receive asks for tag 2");
    for (const int other : {3, 4, 5, 6})
        some.add(other);
    CHECK(some.text(tag{2}) == "; 6 messages with tags 1, 3, 4, ... are waiting, but the receive asks for tag 2");
}

TEST_CASE("messages of another group are counted, those of collectives are not, and lost ones neither") {
    waiting_messages some;
    constexpr std::uint32_t collectives = first_reserved_context + 1;
    some.add(1 << 27, collectives);
    CHECK(some.text(tag{2}).empty());
    CHECK(some.text(tag{1 << 26}, collectives).empty());  // a collective that waits for another one
    some.add(1, 3);
    CHECK(some.text(tag{2}) == "; 1 message of another group is waiting");
    CHECK(some.text(any_tag) == "; 1 message of another group is waiting");
    some.messages.back().where = incoming::stage::lost;
    CHECK(some.text(tag{2}).empty());
}

}  // namespace unmatched_note_test
