// The copies of a replicated array and their sequencer in one thread: a seed decides programs and interleaving.
#pragma once

#include <cstring>
#include <deque>
#include <random>

#include "libgrid/replica.hpp"
#include "tests/libgrid/replication/history.hpp"

namespace banyan::testing {

/// The rules of the library, and two that are wrong, which the tests must find.
enum class write_rule {
    waits_for_own_copy,
    returns_at_once,     ///< a write returns before the own copy has it
    sequencer_per_cell,  ///< the writes of each cell have an order of their own
};

struct simulated_sizes {
    int processes, cells, operations;
};

/// Each process does random reads and writes. Messages between two processes keep their order; everything else happens
/// in any order: a process does an operation, the sequencer takes one message or several, a copy takes a batch.
class simulated_copies {
  public:
    simulated_copies(unsigned seed, const simulated_sizes& sizes, write_rule rule)
        : random_(seed), sizes_(sizes), rule_(rule), arrays_(rule == write_rule::sequencer_per_cell ? sizes.cells : 1) {
        for (int a = 0; a < arrays_; ++a) {
            array one;
            for (int p = 0; p < sizes.processes; ++p)
                one.copies.emplace_back(std::vector<std::byte>(static_cast<std::size_t>(sizes.cells) * 8), p);
            one.sequencer = grid::replica(std::vector<std::byte>(static_cast<std::size_t>(sizes.cells) * 8), -1);
            one.requests.resize(static_cast<std::size_t>(sizes.processes));
            one.batches.resize(static_cast<std::size_t>(sizes.processes));
            all_.push_back(std::move(one));
        }
        for (int p = 0; p < sizes.processes; ++p)
            processes_.push_back({});
    }

    /// Runs until all programs have ended and all messages have arrived.
    history run() {
        while (!ended())
            act();
        history done;
        for (const process& each : processes_)
            done.push_back(each.log);
        return done;
    }
    /// True if all copies are equal.
    [[nodiscard]] bool converged() const {
        for (const array& a : all_)
            for (const grid::replica& copy : a.copies)
                if (!std::ranges::equal(copy.items(), a.copies.front().items())) return false;
        return true;
    }

  private:
    using message = std::vector<std::byte>;
    struct array {
        std::vector<grid::replica> copies{};
        grid::replica sequencer{{}, -1};
        std::vector<std::deque<message>> requests{}, batches{};  // by process
    };
    struct process {
        std::vector<operation> log{};
        std::uint64_t awaited = 0;  // the number of the write that has not returned
        int awaited_array = 0;
    };

    int any(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }

    bool ended() {
        for (const process& p : processes_)
            if (p.awaited != 0 || static_cast<int>(p.log.size()) < sizes_.operations) return false;
        for (const array& a : all_)
            for (int p = 0; p < sizes_.processes; ++p)
                if (!a.requests[static_cast<std::size_t>(p)].empty() || !a.batches[static_cast<std::size_t>(p)].empty())
                    return false;
        return true;
    }

    void act() {
        const auto p = static_cast<std::size_t>(any(sizes_.processes));
        array& a = all_[static_cast<std::size_t>(any(arrays_))];
        switch (any(3)) {
            case 0:
                operate(static_cast<int>(p));
                break;
            case 1:
                sequence(a, p);
                break;
            default:
                if (a.batches[p].empty()) break;
                a.copies[p].apply(a.batches[p].front());
                a.batches[p].pop_front();
        }
    }

    void sequence(array& a, std::size_t first) {
        message batch;
        for (std::size_t p = first; p < a.requests.size(); ++p) {
            if (a.requests[p].empty()) break;
            a.sequencer.order(a.requests[p].front(), batch);
            a.requests[p].pop_front();
        }
        if (batch.empty()) return;
        for (auto& to : a.batches)
            to.push_back(batch);
    }

    void operate(int p) {
        process& self = processes_[static_cast<std::size_t>(p)];
        if (self.awaited != 0) {
            const auto outcome = copy_of(self.awaited_array, p).take_applied(self.awaited);
            if (!outcome) return;
            self.awaited = 0;
            self.log.back().version = outcome->version;
            self.log.back().refused = outcome->refused;
        }
        if (static_cast<int>(self.log.size()) == sizes_.operations) return;
        const int cell = any(sizes_.cells), of = arrays_ == 1 ? 0 : cell;
        if (any(2) == 0)
            read(p, cell, of);
        else
            write(p, cell, of);
    }

    void read(int p, int cell, int of) {
        const grid::replica& copy = copy_of(of, p);
        std::int64_t value = 0;
        std::memcpy(&value, copy.items().data() + cell * 8, 8);
        processes_[static_cast<std::size_t>(p)].log.push_back({false, cell, value, copy.version()});
    }

    // Plain, or on the condition that the cell still has the value of the own copy.
    void write(int p, int cell, int of) {
        process& self = processes_[static_cast<std::size_t>(p)];
        const bool is_conditional = rule_ != write_rule::returns_at_once && any(2) == 0;
        std::int64_t values[2]{};  // expected, new
        std::memcpy(values, copy_of(of, p).items().data() + cell * 8, 8);
        values[1] = 1000 * (p + 1) + static_cast<std::int64_t>(self.log.size());
        const auto bytes = std::as_bytes(std::span(values)).subspan(is_conditional ? 0 : 8);
        const auto kind = is_conditional ? grid::write_kind::conditional : grid::write_kind::plain;
        const grid::write_record record =
            copy_of(of, p).next_write(static_cast<std::uint64_t>(cell) * 8, bytes.size(), kind);
        message sent;
        grid::append_write(sent, record, bytes);
        all_[static_cast<std::size_t>(of)].requests[static_cast<std::size_t>(p)].push_back(sent);
        self.log.push_back({true, cell, values[1]});
        if (is_conditional) self.log.back().expected = values[0];
        if (rule_ == write_rule::returns_at_once) return;
        self.awaited = record.number;
        self.awaited_array = of;
    }

    grid::replica& copy_of(int of, int p) {
        return all_[static_cast<std::size_t>(of)].copies[static_cast<std::size_t>(p)];
    }

    std::mt19937 random_;
    simulated_sizes sizes_;
    write_rule rule_;
    int arrays_;
    std::vector<array> all_;
    std::vector<process> processes_;
};

}  // namespace banyan::testing
