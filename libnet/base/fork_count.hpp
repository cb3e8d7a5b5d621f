// Distinguishes a process from the children that it forks.
#pragma once

#include <atomic>

namespace banyan::net::detail {

/// Throws errc::not_attached: the program uses an object of the task in a child that the task has forked.
[[noreturn, gnu::cold]] void refuse_forked_child();

/// The number of forks between the process that first called watch_forks() and this process.
inline std::atomic<unsigned> fork_count{0};

/// The process in which an object was made. Comparing costs one load; getpid() costs a system call. It needs no lock: a
/// forked child may have copied a lock in the locked state.
class maker_process {
  public:
    // Not defaulted: clang 14 would refuse `const maker_process` as a member without an initializer.
    maker_process() : count_(fork_count.load(std::memory_order_relaxed)) {}

    /// False in a child that was forked after the object was made.
    [[nodiscard]] bool is_this_one() const { return count_ == fork_count.load(std::memory_order_relaxed); }
    /// Throws errc::not_attached in such a child.
    void expect_this_one() const {
        if (!is_this_one()) [[unlikely]]
            refuse_forked_child();
    }

  private:
    unsigned count_;
};

/// Starts counting. Later calls do nothing.
void watch_forks();

}  // namespace banyan::net::detail
