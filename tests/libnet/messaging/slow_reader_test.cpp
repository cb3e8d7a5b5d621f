// Eight senders without pauses, and a reader that receives only sometimes, for several seconds.
#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

#include "banyan/net/thread_world.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/long_form.hpp"

namespace slow_reader_test {

using namespace banyan::net;
using namespace std::chrono_literals;
using banyan::testing::number_of;
using clock_type = std::chrono::steady_clock;

namespace {

constexpr int senders = 8;
constexpr auto limit = 120s;
constexpr tag data{1}, total{2}, never{3};
constexpr std::size_t most_words =
    80'000;  // some use the rendezvous; they arrive early only if the reader probes for them

using words = std::vector<std::uint32_t>;
using banyan::testing::on_every_transport;

// The content of message `number` of a sender. Both ends compute it.
words payload_of(int sender, std::uint32_t number) {
    std::minstd_rand random(number * 8 + static_cast<std::uint32_t>(sender));
    words items(1 + (number % 16 == 0 ? random() % most_words : random() % 2000));
    std::iota(items.begin(), items.end(), random());
    items[0] = number;
    return items;
}

struct sum {
    std::uint64_t messages = 0, words_sum = 0;
    void add(const words& items) {
        ++messages;
        words_sum = std::accumulate(items.begin(), items.end(), words_sum);
    }
    bool operator==(const sum&) const = default;
};

// Counts itself in `have_waited` at its first send that waits.
void flood(group& world, std::atomic<int>& have_waited, const std::atomic<bool>& enough) {
    const task_id reader = world.task(rank{0});
    sum sent;
    bool waited = false;
    for (std::uint32_t i = 0; !enough; ++i) {
        const auto items = payload_of(world.rank().value, i);
        auto request = world.box().async_send({reader, data}, std::as_bytes(std::span(items)));
        if (!request.test() && !std::exchange(waited, true)) ++have_waited;
        request.wait(limit);
        sent.add(items);
    }
    const std::array numbers{sent.messages, sent.words_sum};
    world.send(rank{0}, total, std::span<const std::uint64_t>(numbers), limit);
}

class slow_reader {
  public:
    explicit slow_reader(group& world) : box_(world.box()), world_(world), got_(senders + 1), buffer_(most_words) {}

    /// Receives a message if there is one. Returns false otherwise.
    bool take() {
        const auto info = next();
        watch();
        if (!info) return false;
        const auto sender = world_.rank_of(info->source).value;
        auto& so_far = got_[static_cast<std::size_t>(sender)];
        const auto expected = payload_of(sender, static_cast<std::uint32_t>(so_far.messages));
        if (info->size_bytes != expected.size() * sizeof(std::uint32_t) ||
            !std::equal(expected.begin(), expected.end(), buffer_.begin()))
            throw std::runtime_error("order or content");
        so_far.add(expected);
        return true;
    }
    /// Makes progress until `when`, but receives nothing.
    void stay_away(clock_type::time_point when) {
        while (clock_type::now() < when) {
            (void)box_.try_probe({any_source, never});
            watch();
        }
    }
    /// Receives the rest, up to the number of messages that each sender reports.
    void take_rest() {
        const auto until = clock_type::now() + limit;
        for (int sender = 1; sender <= senders; ++sender) {
            sum sent;
            auto end = world_.async_recv(rank{sender}, total, std::span<std::uint64_t>(numbers_));
            while (!end.test() || got_[static_cast<std::size_t>(sender)].messages < numbers_[0]) {
                take();
                if (clock_type::now() > until) throw std::runtime_error("not all of it came");
            }
            sent = {numbers_[0], numbers_[1]};
            if (got_[static_cast<std::size_t>(sender)] != sent) throw std::runtime_error("count or checksum");
        }
        if (box_.unexpected_bytes() > 0) throw std::runtime_error("more came than was sent");
    }
    [[nodiscard]] std::size_t most_kept() const { return most_kept_; }

  private:
    // A receive fails once all senders have ended and all their data have been received. take_rest() may still wait for
    // a total then, because the total has arrived together with the end of its sender.
    std::optional<message_info> next() {
        try {
            return box_.try_recv({any_source, data}, std::as_writable_bytes(std::span(buffer_)));
        } catch (const error& all_ended) {
            if (all_ended.which() != errc::peer_lost) throw;
            return std::nullopt;
        }
    }
    void watch() { most_kept_ = std::max(most_kept_, box_.unexpected_bytes()); }

    mailbox& box_;
    group& world_;
    std::vector<sum> got_;
    words buffer_;
    std::array<std::uint64_t, 2> numbers_{};
    std::size_t most_kept_ = 0;
};

}  // namespace

TEST_CASE("8 senders flood a slow reader", "[flood]") {
    mailbox_options options;
    options.unexpected_cap_bytes = 4 << 20;
    options.send_buffer_bytes = 1 << 20;
    const auto seconds = std::chrono::seconds(number_of("BANYAN_TEST_FLOOD_SECONDS", 2));
    std::atomic<int> have_waited = 0;  // senders
    std::atomic<bool> enough = false;
    std::size_t most = 0;
    on_every_transport(
        senders + 1,
        [&](group& world) {
            if (world.rank() != rank{0}) return flood(world, have_waited, enough);
            slow_reader reader(world);
            // On a busy computer it may take longer until all senders wait.
            const auto is_flooded = [&] {
                return have_waited == senders && reader.most_kept() > options.unexpected_cap_bytes / 4;
            };
            const auto begin = clock_type::now();
            for (auto now = begin; now < begin + seconds || (!is_flooded() && now < begin + limit);
                 now = clock_type::now()) {
                reader.stay_away(now + 2ms);
                reader.take();
            }
            enough = true;
            reader.take_rest();
            most = reader.most_kept();
        },
        options);
    CAPTURE(most);
    CHECK(have_waited == senders);  // otherwise nothing was tested
    CHECK(most > options.unexpected_cap_bytes / 4);
    CHECK(most <= options.unexpected_cap_bytes + options.unexpected_cap_bytes / 10);
}

}  // namespace slow_reader_test
