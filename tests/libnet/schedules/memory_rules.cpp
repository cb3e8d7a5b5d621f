#include "tests/libnet/schedules/memory_rules.hpp"

#include <stdexcept>
#include <string>

namespace banyan::testing {
namespace {

using net::area;
using net::items_at;
using net::step;

class memory_check {
  public:
    memory_check(const net::schedule& plan, bool in_place) : plan_(plan), in_place_(in_place) {}

    void run() {
        for (; at_ < plan_.steps.size(); ++at_)
            check(plan_.steps[at_]);
    }

  private:
    struct transfer {
        items_at items;
        bool receives = false;
    };

    void check(const step& now) {
        switch (now.what) {
            case step::kind::send:
                read(now.from);
                return transfers_.push_back({now.from, false});
            case step::kind::receive:
                write(now.to);
                return transfers_.push_back({now.to, true});
            case step::kind::wait:
                require(now.transfers <= transfers_.size(), "waits for a transfer that has not begun");
                ended_ = now.transfers;
                return;
            case step::kind::combine:
                read_for(now.right, now.to);
                [[fallthrough]];
            case step::kind::copy:
                read_for(now.from, now.to);
                return write(now.to);
        }
    }

    void read_for(const items_at& from, const items_at& to) {
        read(from);
        require(!overlap(from, to) || from.first == to.first, "writes memory that overlaps an operand");
    }
    void read(const items_at& items) {
        for (std::size_t i = ended_; i < transfers_.size(); ++i)
            require(!transfers_[i].receives || !overlap(items, transfers_[i].items), "reads what is being received");
    }
    void write(const items_at& items) {
        require(items.where != area::input, "writes the input");
        for (std::size_t i = ended_; i < transfers_.size(); ++i)
            require(!overlap(items, transfers_[i].items), "writes memory of a transfer that is under way");
    }

    [[nodiscard]] bool overlap(const items_at& a, const items_at& b) const {
        const auto memory_of = [this](area where) { return in_place_ && where == area::input ? area::output : where; };
        if (a.count == 0 || b.count == 0) return false;
        return memory_of(a.where) == memory_of(b.where) && a.first < b.first + b.count && b.first < a.first + a.count;
    }
    void require(bool holds, const char* fault) const {
        if (!holds) throw std::runtime_error("step " + std::to_string(at_) + " " + fault);
    }

    const net::schedule& plan_;
    bool in_place_;
    std::vector<transfer> transfers_;
    std::size_t ended_ = 0, at_ = 0;
};

}  // namespace

void check_memory_rules(const net::schedule& plan, bool in_place) {
    memory_check(plan, in_place).run();
}

}  // namespace banyan::testing
