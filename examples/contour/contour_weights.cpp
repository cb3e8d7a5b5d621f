#include "examples/contour/contour_weights.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "banyan/net/collectives.hpp"
#include "examples/contour/block_tree.hpp"
#include "examples/contour/kept_sends.hpp"
#include "examples/contour/labelling.hpp"
#include "examples/contour/segment_relay.hpp"

namespace contour {
namespace {

namespace net = banyan::net;
constexpr net::tag weight_tag{11}, label_tag{12}, up_tag{13}, whole_tag{14}, answer_tag{15}, down_tag{16};

// Each task sends its sum to every other one. The result has the targets of the contours that end on this task.
std::vector<int> targets_of(const net::group& world, std::span<const std::uint64_t> weights, model_clock& clock) {
    const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    std::uint64_t mine[2] = {sum, 0};
    double arrival_us = clock.now_us();
    for (int other = 1; other < world.size(); ++other)
        arrival_us = clock.send(sizeof sum);
    mine[1] = to_word(arrival_us);
    std::vector<std::uint64_t> all(2 * static_cast<std::size_t>(world.size()));
    net::allgather(world, mine, all);
    std::vector<std::uint64_t> sums;
    for (std::size_t i = 0; i < all.size(); i += 2) {
        sums.push_back(all[i]);
        clock.receive(time_of(all[i + 1]));
    }
    return label_targets(sums, world.rank().value, weights);
}

std::vector<label> by_segments(const net::group& world, const task_mesh& mesh, std::span<const segment> segments,
                               model_clock& clock, int& messages) {
    std::vector<label> labels(segments.size());
    std::vector<std::uint64_t> weights;
    std::vector<std::size_t> with_tails;
    messages += relay(world, mesh, segments, {direction::forward, weight_tag, 0}, clock,
                      [&](std::size_t i, std::uint64_t before) {
                          labels[i].offset = before;
                          return before + segments[i].elements.size();
                      });
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (!segments[i].ends) continue;
        with_tails.push_back(i);
        weights.push_back(labels[i].offset + segments[i].elements.size());
    }
    const std::vector<int> targets = targets_of(world, weights, clock);
    for (std::size_t i = 0; i < targets.size(); ++i)
        labels[with_tails[i]].target = static_cast<std::uint64_t>(targets[i]);
    messages += relay(world, mesh, segments, {direction::backward, label_tag, 0}, clock,
                      [&](std::size_t i, std::uint64_t target) {
                          if (!segments[i].ends) labels[i].target = target;
                          return labels[i].target;
                      });
    return labels;
}

// Divide and conquer by one task: up the blocks, to the tasks that have the tails, and back.
class block_weighing {
  public:
    block_weighing(const net::group& world, const task_mesh& mesh, std::span<const segment> segments,
                   model_clock& clock, int& messages)
        : world_(world), mesh_(mesh), segments_(segments), clock_(clock), messages_(messages), sent_(world) {}

    std::vector<label> run() {
        collect();
        std::vector<label> labels = distribute(ask_tail_owners());
        sent_.wait();
        messages_ += sent_.count();
        return labels;
    }

  private:
    struct whole_contour {
        element_id tail = 0;
        std::uint64_t elements = 0;
    };
    [[nodiscard]] int self() const { return world_.rank().value; }
    [[nodiscard]] int owner_of(element_id id) const {
        const element e = element_of(id, mesh_.cols());
        return mesh_.owner(e.row, e.col);
    }
    // A message begins with the time when it arrives.
    template <class T>
    void send(int to, net::tag tag, const std::vector<T>& items) {
        std::vector<std::uint64_t> message(1 + items.size() * sizeof(T) / sizeof(std::uint64_t));
        std::memcpy(message.data() + 1, items.data(), items.size() * sizeof(T));
        message[0] = to_word(clock_.send(message.size() * sizeof(std::uint64_t)));
        sent_.send(to, tag, std::move(message));
    }
    template <class T>
    std::vector<T> receive(std::optional<net::rank> from, net::tag tag, int* source = nullptr) {
        std::vector<std::uint64_t> message;
        const auto info = world_.recv_any_length(from, tag, message);
        if (source) *source = info.source.value;
        clock_.receive(time_of(message[0]));
        std::vector<T> items((message.size() - 1) * sizeof(std::uint64_t) / sizeof(T));
        std::memcpy(static_cast<void*>(items.data()), message.data() + 1, items.size() * sizeof(T));
        return items;
    }

    // Step 0 joins the segments of this task; step j > 0 those of a block, on its leader.
    void collect() {
        std::vector<fragment> own;
        for (const auto& s : segments_)
            own.push_back(fragment_of(s));
        levels_.emplace_back(std::vector<std::vector<fragment>>{own});
        const int steps = block_steps(mesh_);
        for (int step = 1; step <= steps; ++step) {
            const auto incomplete = levels_.back().incomplete();
            std::vector<fragment> up(incomplete.begin(), incomplete.end());
            const int leader = block_leader(mesh_, step, self());
            if (leader != self()) return send(leader, up_tag, up);
            std::vector<std::vector<fragment>> of_parts{std::move(up)};
            for (const int part : parts_of(step))
                of_parts.push_back(receive<fragment>(net::rank{part}, up_tag));
            levels_.emplace_back(std::move(of_parts));
        }
    }
    [[nodiscard]] std::vector<int> parts_of(std::size_t step) const {
        auto parts = block_parts(mesh_, static_cast<int>(step), self());
        parts.erase(parts.begin());  // this task
        return parts;
    }

    // The tasks with the tails get the weights, label the contours, and answer. The result has the labels of the whole
    // contours of each level.
    std::vector<std::vector<label>> ask_tail_owners() {
        std::map<int, std::vector<whole_contour>> asked;
        for (const auto& level : levels_)
            for (const auto& one : level.whole())
                asked[owner_of(one.tail)].push_back({one.tail, one.elements});
        for (const auto& [owner, contours] : asked)
            if (owner != self()) send(owner, whole_tag, contours);
        const std::unordered_map<element_id, int> targets = answer(asked[self()]);
        std::unordered_map<element_id, int> answers = targets;
        for (const auto& [owner, contours] : asked) {
            if (owner == self() || contours.empty()) continue;
            const auto labels = receive<std::uint64_t>(net::rank{owner}, answer_tag);
            for (std::size_t i = 0; i < contours.size(); ++i)
                answers[contours[i].tail] = static_cast<int>(labels[i]);
        }
        std::vector<std::vector<label>> result;
        for (const auto& level : levels_) {
            auto& labels = result.emplace_back();
            for (const auto& one : level.whole())
                labels.push_back({static_cast<std::uint64_t>(answers.at(one.tail)), 0});
        }
        return result;
    }

    // Receives the weights of all contours that end here, and sends back their targets.
    std::unordered_map<element_id, int> answer(const std::vector<whole_contour>& known_here) {
        std::unordered_map<element_id, std::uint64_t> weight_of;
        std::vector<std::pair<int, std::vector<whole_contour>>> questions;
        std::vector<element_id> tails;
        for (const auto& s : segments_)
            if (s.ends) tails.push_back(s.tail());
        for (const auto& one : known_here)
            weight_of[one.tail] = one.elements;
        while (weight_of.size() < tails.size()) {  // in any order; the clock gets the last arrival
            int from = 0;
            auto contours = receive<whole_contour>(net::any_source, whole_tag, &from);
            for (const auto& one : contours)
                weight_of[one.tail] = one.elements;
            questions.emplace_back(from, std::move(contours));
        }
        std::ranges::sort(questions, {}, [](const auto& one) { return one.first; });  // answered in this order
        std::vector<std::uint64_t> weights;
        for (const element_id tail : tails)
            weights.push_back(weight_of.at(tail));
        const std::vector<int> targets = targets_of(world_, weights, clock_);
        std::unordered_map<element_id, int> target_of;
        for (std::size_t i = 0; i < tails.size(); ++i)
            target_of[tails[i]] = targets[i];
        for (const auto& [from, contours] : questions) {
            std::vector<std::uint64_t> labels;
            for (const auto& one : contours)
                labels.push_back(static_cast<std::uint64_t>(target_of.at(one.tail)));
            send(from, answer_tag, labels);
        }
        return target_of;
    }

    // From the highest level of this task down to its segments.
    std::vector<label> distribute(std::vector<std::vector<label>> of_whole) {
        std::vector<label> incomplete;  // of the highest level
        const int top = static_cast<int>(levels_.size()) - 1;
        if (top < block_steps(mesh_))
            incomplete = receive<label>(net::rank{block_leader(mesh_, top + 1, self())}, down_tag);
        for (std::size_t level = levels_.size(); level-- > 0;) {
            auto& labels = of_whole[level];
            labels.insert(labels.end(), incomplete.begin(), incomplete.end());
            auto of_parts = levels_[level].divide(labels);
            if (level == 0) return of_parts[0];
            const auto parts = parts_of(level);
            for (std::size_t i = 0; i < parts.size(); ++i)
                send(parts[i], down_tag, of_parts[i + 1]);
            incomplete = std::move(of_parts[0]);
        }
        return {};
    }

    const net::group& world_;
    const task_mesh& mesh_;
    std::span<const segment> segments_;
    model_clock& clock_;
    int& messages_;
    kept_sends sent_;
    std::vector<joined_fragments> levels_;
};

}  // namespace

std::vector<label> label_segments(const net::group& world, const task_mesh& mesh, std::span<const segment> segments,
                                  weighing how, model_clock& clock, int& messages) {
    if (how == weighing::by_segments) return by_segments(world, mesh, segments, clock, messages);
    return block_weighing(world, mesh, segments, clock, messages).run();
}

}  // namespace contour
