#include "examples/contour/segment_relay.hpp"

#include <deque>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "examples/contour/kept_sends.hpp"

namespace contour {
namespace {

namespace net = banyan::net;
using words = std::vector<std::uint64_t>;

class relay_task {
  public:
    relay_task(const net::group& world, const task_mesh& mesh, std::span<const segment> segments, direction way,
               net::tag tag, model_clock& clock)
        : world_(world), mesh_(mesh), segments_(segments), way_(way), tag_(tag), clock_(clock), sent_(world) {}

    int run(std::uint64_t first, const std::function<std::uint64_t(std::size_t, std::uint64_t)>& visit) {
        for (std::size_t i = 0; i < segments_.size(); ++i) {
            if (is_first(segments_[i]))
                ready_.emplace_back(i, first);
            else
                waiting_.emplace(own_key(segments_[i]), i);
        }
        for (;;) {
            for (; !ready_.empty(); ready_.pop_front())
                hand_over(segments_[ready_.front().first], visit(ready_.front().first, ready_.front().second));
            send();
            if (waiting_.empty()) break;
            receive();
        }
        sent_.wait();
        return sent_.count();
    }

  private:
    [[nodiscard]] bool is_first(const segment& s) const { return way_ == direction::forward ? s.begins : s.ends; }
    [[nodiscard]] bool is_last(const segment& s) const { return way_ == direction::forward ? s.ends : s.begins; }
    // The element by which the task before this one names the segment.
    [[nodiscard]] element_id own_key(const segment& s) const {
        return way_ == direction::forward ? s.head() : s.tail();
    }
    void hand_over(const segment& s, std::uint64_t value) {
        if (is_last(s)) return;
        const element_id key = way_ == direction::forward ? s.next : s.previous;
        const element e = element_of(key, mesh_.cols());
        auto& message = outgoing_[mesh_.owner(e.row, e.col)];
        message.push_back(key);
        message.push_back(value);
    }
    void send() {
        for (auto& [to, message] : std::exchange(outgoing_, {})) {
            message.push_back(to_word(clock_.send((message.size() + 1) * sizeof(std::uint64_t))));
            sent_.send(to, tag_, std::move(message));
        }
    }
    // At least one message, and all others that have arrived.
    void receive() {
        do {
            words message;
            world_.recv_any_length(net::any_source, tag_, message);
            clock_.receive(time_of(message.back()));
            for (std::size_t i = 0; i + 1 < message.size(); i += 2) {
                const auto found = waiting_.find(message[i]);
                ready_.emplace_back(found->second, message[i + 1]);
                waiting_.erase(found);
            }
        } while (!waiting_.empty() && world_.try_probe(net::any_source, tag_));
    }

    const net::group& world_;
    const task_mesh& mesh_;
    std::span<const segment> segments_;
    direction way_;
    net::tag tag_;
    model_clock& clock_;
    std::deque<std::pair<std::size_t, std::uint64_t>> ready_;  // segments and the values for them
    std::unordered_map<element_id, std::size_t> waiting_;      // segments by own_key()
    std::map<int, words> outgoing_;                            // by task
    kept_sends sent_;
};

}  // namespace

int relay(const net::group& world, const task_mesh& mesh, std::span<const segment> segments, direction way,
          net::tag tag, model_clock& clock, std::uint64_t first,
          const std::function<std::uint64_t(std::size_t segment, std::uint64_t value)>& visit) {
    return relay_task(world, mesh, segments, way, tag, clock).run(first, visit);
}

}  // namespace contour
