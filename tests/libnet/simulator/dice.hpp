// Random numbers that are the same on every computer. A seed determines a scenario.
#pragma once

#include <cstddef>
#include <cstdint>

namespace banyan::net::simulation {

class dice {
  public:
    explicit dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}

    /// splitmix64 (Steele, Lea, Flood 2014).
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// 0 .. count-1; count > 0.
    std::uint64_t below(std::uint64_t count) { return next() % count; }
    std::uint64_t between(std::uint64_t least, std::uint64_t most) { return least + below(most - least + 1); }
    bool one_in(std::uint64_t count) { return below(count) == 0; }
    /// 1 .. most. Each power of two has the same probability.
    std::uint64_t log_uniform(std::uint64_t most) {
        std::uint64_t limit = 1;
        for (std::uint64_t doublings = below(65 - static_cast<std::uint64_t>(__builtin_clzll(most))); doublings > 0;
             --doublings)
            limit *= 2;
        return between(1, limit < most ? limit : most);
    }

    /// Other dice. Their use does not change the numbers of these dice.
    [[nodiscard]] dice apart() const {
        dice copy(*this);
        return dice(copy.next());
    }

  private:
    std::uint64_t state_;
};

}  // namespace banyan::net::simulation
