// Packs the most valuable load into a truck (the knapsack problem) by branch and bound. The ranks share their best
// values in a replicated array, which they read before every step. The plain way beside it: a table for all weights.
// Run:     banyan run -n 4 -- shared_bound
#include <algorithm>
#include <cstdio>

#include "banyan/grid/replicated_array.hpp"
#include "banyan/net/session.hpp"

namespace net = banyan::net;
namespace grid = banyan::grid;

struct box {
    int weight, value;
};
static const std::vector<box> boxes{{31, 57}, {27, 47}, {12, 23}, {39, 65}, {17, 31}, {44, 81}, {9, 13},
                                    {23, 37}, {35, 67}, {15, 22}, {29, 49}, {41, 79}, {11, 16}, {21, 40},
                                    {33, 54}, {25, 43}, {19, 36}, {37, 64}, {13, 21}, {43, 77}, {28, 51}};
constexpr int room = 270;
constexpr std::size_t shared_boxes = 5;  // each rank tries some of the 2^5 ways to take or leave the first boxes

// The search of one rank. `best` has the best value of each rank.
struct search {
    grid::replicated_array<int>& best;
    int me;

    void go(std::size_t at, int weight, int value) {
        if (value > best.read(me)) best.write(me, value);
        int rest = 0;
        for (std::size_t i = at; i < boxes.size(); ++i)
            rest += boxes[i].value;
        if (at == boxes.size() || value + rest <= std::ranges::max(best.snapshot())) return;
        if (weight + boxes[at].weight <= room) go(at + 1, weight + boxes[at].weight, value + boxes[at].value);
        go(at + 1, weight, value);
    }
    void begin(unsigned way) {
        int weight = 0, value = 0;
        for (std::size_t i = 0; i < shared_boxes; ++i)
            if (way >> i & 1U) weight += boxes[i].weight, value += boxes[i].value;
        if (weight <= room) go(shared_boxes, weight, value);
    }
};

int main() {
    net::session session;
    const net::group& world = session.world();
    const int me = world.rank().value;
    grid::replicated_array<int> best(world, world.size(), 0);
    for (int way = me; way < 1 << shared_boxes; way += world.size())
        search{best, me}.begin(static_cast<unsigned>(way));
    best.close();  // every copy has all values
    if (me != 0) return 0;
    std::printf("branch and bound: %d\n", std::ranges::max(best.snapshot()));
    std::vector<int> table(room + 1, 0);  // the best value for each weight
    const auto at = [&](int weight) -> int& { return table[static_cast<std::size_t>(weight)]; };
    for (const box& b : boxes)
        for (int weight = room; weight >= b.weight; --weight)
            at(weight) = std::max(at(weight), at(weight - b.weight) + b.value);
    std::printf("the plain way: %d\n", at(room));
}
