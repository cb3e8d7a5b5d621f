// Almost even load, and blocks of tasks.
#include "examples/contour/labelling.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "examples/contour/block_tree.hpp"

namespace labelling_test {

using namespace contour;

namespace {

struct load {
    std::uint64_t elements = 0;
    int contours = 0;
};

// What each task gets if `weights[i]` are the contours with tails on task i.
std::vector<load> loads(const std::vector<std::vector<std::uint64_t>>& weights) {
    std::vector<std::uint64_t> sums;
    for (const auto& of_task : weights)
        sums.push_back(std::accumulate(of_task.begin(), of_task.end(), std::uint64_t{0}));
    std::vector<load> of_tasks(weights.size());
    for (std::size_t task = 0; task < weights.size(); ++task) {
        const auto targets = label_targets(sums, static_cast<int>(task), weights[task]);
        for (std::size_t i = 0; i < targets.size(); ++i) {
            auto& target = of_tasks.at(static_cast<std::size_t>(targets[i]));
            target.elements += weights[task][i];
            ++target.contours;
        }
    }
    return of_tasks;
}

}  // namespace

TEST_CASE("A task gets at most 2 S / p elements, or one contour", "[contour]") {
    std::mt19937 random(6);
    for (int i = 0; i < 500; ++i) {
        std::vector<std::vector<std::uint64_t>> weights(1 + random() % 17);
        const std::uint64_t longest = 4 + random() % 200;
        std::uint64_t sum = 0;
        for (auto& of_task : weights)
            for (auto j = random() % 9; j > 0; --j) {
                of_task.push_back(random() % 5 == 0 ? 4 + random() % 5000 : 4 + random() % longest);
                sum += of_task.back();
            }
        const auto of_tasks = loads(weights);
        std::uint64_t moved = 0;
        for (const auto& one : of_tasks) {
            moved += one.elements;
            // Middles are rounded down, so the limit is higher by 1.
            CHECK((one.contours <= 1 || one.elements * of_tasks.size() <= 2 * sum + of_tasks.size()));
        }
        CHECK(moved == sum);
    }
}

// So no rule can give every task S / p elements or one longer contour.
TEST_CASE("Three equal contours on two tasks are more than S / p on one of them", "[contour]") {
    const auto of_tasks = loads({{100, 100}, {100}});
    CHECK(std::max(of_tasks[0].elements, of_tasks[1].elements) == 200);
}

TEST_CASE("Blocks of tasks are joined until one has all", "[contour]") {
    for (const auto& [rows, cols, tasks] : {std::tuple(64, 64, 16), std::tuple(10, 90, 15), std::tuple(30, 20, 6)}) {
        const task_mesh mesh(rows, cols, tasks);
        const int steps = block_steps(mesh);
        for (int step = 1; step <= steps; ++step) {
            std::vector<int> parts;
            for (int task = 0; task < tasks; ++task)
                if (block_leader(mesh, step, task) == task)
                    for (const int part : block_parts(mesh, step, task)) {
                        CHECK(block_leader(mesh, step, part) == task);
                        parts.push_back(part);
                    }
            std::vector<int> leaders;
            for (int task = 0; task < tasks; ++task)
                if (block_leader(mesh, step - 1, task) == task) leaders.push_back(task);
            std::ranges::sort(parts);
            CHECK(parts == leaders);
        }
        for (int task = 0; task < tasks; ++task)
            CHECK(block_leader(mesh, steps, task) == 0);
    }
}

}  // namespace labelling_test
