// Contexts chosen by programs are never those of split and duplicate.
#include <catch2/catch.hpp>
#include <limits>
#include <set>

#include "banyan/net/collectives.hpp"
#include "libnet/messaging/group_state.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace context_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr std::uint32_t first_reserved = std::uint32_t{1} << 31;

std::string text_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const error& e) {
        return e.which() == errc::invalid_argument || e.which() == errc::resource_limit ? e.what() : "";
    }
    return "";
}

}  // namespace

TEST_CASE("contexts: the world and groups made from it use the reserved range only", "[context]") {
    run_threads(3, [](group& world) {
        std::set<std::uint32_t> used;
        const auto note = [&](const group& g) {
            for (const auto c : {g.user_context(), g.collective_context()}) {
                demand(c.value >= first_reserved, "in the range of programs");
                demand(used.insert(c.value).second, "used twice");
            }
        };
        note(world);
        const group mine(world.box(), {world.task(rank{0}), world.task(rank{1}), world.task(rank{2})}, context_id{1});
        for (int i = 0; i < 5; ++i) {  // both groups take from one source
            note(world.duplicate(limit));
            note(mine.duplicate(limit));
            note(mine.split(world.rank().value % 2, 0, limit));
        }
    });
}

TEST_CASE("contexts: a group of the program with a reserved context is refused, and so are messages", "[context]") {
    run_threads(1, [](group& world) {
        mailbox& box = world.box();
        const std::vector members{world.task(rank{0})};
        constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
        for (const std::uint32_t context : {first_reserved - 1, first_reserved, first_reserved + 2, none}) {
            const std::string told = text_of([&] { group(box, members, context_id{context}); });
            CHECK(told.find("0 to 2147483646") != std::string::npos);
        }
        const group last(box, members, context_id{first_reserved - 2});
        barrier(last);
        for (const std::uint32_t context : {first_reserved + 2, none}) {
            const selector from{any_source, any_tag, context_id{context}};
            const destination to{members[0], tag{1}, context_id{context}};
            CHECK(error_of([&] { box.send(to, {}); }) == errc::invalid_argument);
            CHECK(error_of([&] { (void)box.try_send(to, {}); }) == errc::invalid_argument);
            CHECK(error_of([&] { (void)box.async_send(to, {}); }) == errc::invalid_argument);
            CHECK(error_of([&] { (void)box.recv(from); }) == errc::invalid_argument);
            CHECK(error_of([&] { (void)box.async_recv(from, std::span<std::byte>{}); }) == errc::invalid_argument);
            CHECK(error_of([&] { (void)box.try_recv(from, std::span<std::byte>{}); }) == errc::invalid_argument);
            CHECK(error_of([&] { (void)box.probe(from); }) == errc::invalid_argument);
            CHECK(error_of([&] { (void)box.try_probe(from); }) == errc::invalid_argument);
            CHECK(error_of([&] { (void)box.claim(from); }) == errc::invalid_argument);
            CHECK(error_of([&] { (void)box.try_claim(from); }) == errc::invalid_argument);
        }
        // That of a group, and a program's own.
        box.send({members[0], tag{1}, world.user_context()}, {});
        box.recv({any_source, tag{1}, world.user_context()}, std::span<std::byte>{}, limit);
        CHECK_FALSE(box.try_probe({any_source, any_tag, context_id{first_reserved - 1}}));
    });
}

TEST_CASE("contexts: two live groups of a task never share one", "[context]") {
    run_threads(1, [](group& world) {
        mailbox& box = world.box();
        const std::vector self{world.task(rank{0})};
        {
            const group one(box, self, context_id{50});
            const group copy = one;
            for (const std::uint32_t context : {49u, 50u, 51u})
                CHECK(text_of([&] { group(box, self, context_id{context}); }).find("(50 and 51)") != std::string::npos);
            CHECK(error_of([&] {
                      group(box, {task_id::make(4000, 77), self[0]}, context_id{50});
                  }) == errc::invalid_argument);
            const group before(box, self, context_id{48}), after(box, self, context_id{52});
        }
        const group again(box, self, context_id{50});  // the contexts of a destroyed group are free
        const group lowest(box, self, context_id{0});
        CHECK(error_of([&] { group(box, self, context_id{1}); }) == errc::invalid_argument);
    });
}

TEST_CASE("contexts: when all are used, split and duplicate fail on every rank", "[context]") {
    run_threads(3, [](group& world) {
        if (world.rank() == rank{1})
            detail::group_state::table_of(world.box())->use(context_id{std::numeric_limits<std::uint32_t>::max() - 5});
        (void)world.duplicate(limit);
        for (int i = 0; i < 2; ++i) {
            const std::string told = text_of([&] { (void)world.duplicate(limit); });
            demand(told.find("all contexts") != std::string::npos, "a named error");
        }
        barrier(world, limit);
    });
}

}  // namespace context_test
