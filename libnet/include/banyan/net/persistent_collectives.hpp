// Collectives that are prepared once and carried out many times with the same memory, as in the loop of a solver:
//
//   persistent_collective sum = persistent_allreduce(world, residual, std::plus<>());
//   while (...) { relax(); sum.run(); }                           // or sum.start(); ...; sum.wait();
//
// The algorithm is chosen, its schedule made and its scratch memory allocated once. After the first run() or start(),
// they allocate no memory. The mailbox allocates memory in three cases: for messages of more than 64 KiB that arrive
// before their receive, for shorter ones if more than 512 or more than 1 MiB of them wait at a time, and for copies of
// sends whose receive is late.
#pragma once

#include "banyan/net/async_collectives.hpp"

namespace banyan::net {

/// Move-only, used by one thread at a time. Borrows the memory of the items, which must live as long as it; a temporary
/// container does not compile. All ranks prepare and run it in the same order among the group's collectives.
class persistent_collective {
  public:
    /// For the functions below. `kept` lives as long as the object. Throws errc::invalid_argument for wrong arguments.
    persistent_collective(const group& g, const detail::collective_arguments& arguments, const collective_options& how,
                          std::shared_ptr<const void> kept = nullptr);
    /// `run` carries out one collective of `g`; for the collectives of topologies.
    persistent_collective(const group& g, std::function<void(deadline until)> run);
    persistent_collective(persistent_collective&&) noexcept;
    persistent_collective& operator=(persistent_collective&&) noexcept;
    /// Waits for a collective that start() has started.
    ~persistent_collective();

    /// Blocks until this rank's part is done. Throws as the collective does.
    void run(deadline until = {});
    /// Starts it in the group's thread. Throws errc::invalid_argument if wait() was not called after the last start().
    void start(deadline until = {});
    /// As collective_request::wait() and test(), for the last start().
    void wait(deadline until = {});
    [[nodiscard]] bool test() const;
    /// As collective_request::descriptor(): readable when a started collective is done, until the next start(). It is
    /// the same descriptor for all starts. Throws errc::invalid_argument before the first start().
    [[nodiscard]] int descriptor();

  private:
    struct prepared;
    std::unique_ptr<prepared> prepared_;
    collective_request started_;  // empty before the first start
    bool running_ = false;        // started, and wait() was not called since
};

[[nodiscard]] inline persistent_collective persistent_barrier(const group& g, const collective_options& how = {}) {
    return {g, {.kind = collective_kind::barrier}, how};
}

template <class R>
[[nodiscard]] persistent_collective persistent_broadcast(const group& g, R&& items, rank root = rank{0},
                                                         const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    using T = detail::item_type_t<R>;
    return {g, detail::arguments_for<T>(collective_kind::broadcast, {}, detail::bytes_to_write<R>(items), root), how};
}

namespace detail {

/// Keeps a copy of the operation.
template <class T, class Op>
persistent_collective persistent_reduction(const group& g, collective_kind kind, std::span<const std::byte> input,
                                           std::span<std::byte> output, Op op, rank root,
                                           const collective_options& how) {
    const auto kept = std::make_shared<const Op>(std::move(op));
    return {g, arguments_for_reduction<T>(kind, input, output, *kept, root), how, kept};
}

}  // namespace detail

template <class R, class S, class Op>
[[nodiscard]] persistent_collective persistent_reduce(const group& g, R&& mine, S&& result, Op op, rank root = rank{0},
                                                      const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    return detail::persistent_reduction<detail::item_type_t<R>>(
        g, collective_kind::reduce, detail::bytes_to_read<R>(mine), detail::bytes_to_write<S>(result), op, root, how);
}

template <class R, class Op>
[[nodiscard]] persistent_collective persistent_allreduce(const group& g, R&& items, Op op,
                                                         const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    const std::span<std::byte> bytes = detail::bytes_to_write<R>(items);
    return detail::persistent_reduction<detail::item_type_t<R>>(g, collective_kind::allreduce, bytes, bytes, op,
                                                                rank{0}, how);
}

template <class R, class S, class Op>
[[nodiscard]] persistent_collective persistent_allreduce(
    const group& g, R&& mine, S&& result, Op op,
    const collective_options& how = {}) requires(!std::convertible_to<Op, collective_options>) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    return detail::persistent_reduction<detail::item_type_t<R>>(g, collective_kind::allreduce,
                                                                detail::bytes_to_read<R>(mine),
                                                                detail::bytes_to_write<S>(result), op, rank{0}, how);
}

template <class R>
[[nodiscard]] persistent_collective persistent_globalsum(const group& g, R&& items,
                                                         const collective_options& how = {}) {
    return persistent_allreduce(g, std::forward<R>(items), std::plus<>(), how);
}

template <class R, class S>
[[nodiscard]] persistent_collective persistent_globalsum(
    const group& g, R&& mine, S&& result,
    const collective_options& how = {}) requires(!std::convertible_to<S, collective_options>) {
    return persistent_allreduce(g, std::forward<R>(mine), std::forward<S>(result), std::plus<>(), how);
}

template <class R, class S, class Op>
[[nodiscard]] persistent_collective persistent_scan(const group& g, R&& mine, S&& result, Op op,
                                                    const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    return detail::persistent_reduction<detail::item_type_t<R>>(
        g, collective_kind::scan, detail::bytes_to_read<R>(mine), detail::bytes_to_write<S>(result), op, rank{0}, how);
}

template <class R, class S, class Op>
[[nodiscard]] persistent_collective persistent_exclusive_scan(const group& g, R&& mine, S&& result, Op op,
                                                              const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    return detail::persistent_reduction<detail::item_type_t<R>>(g, collective_kind::exclusive_scan,
                                                                detail::bytes_to_read<R>(mine),
                                                                detail::bytes_to_write<S>(result), op, rank{0}, how);
}

template <class R, class S, class Op>
[[nodiscard]] persistent_collective persistent_reduce_scatter(const group& g, R&& all, S&& mine, Op op,
                                                              const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    return detail::persistent_reduction<detail::item_type_t<R>>(g, collective_kind::reduce_scatter,
                                                                detail::bytes_to_read<R>(all),
                                                                detail::bytes_to_write<S>(mine), op, rank{0}, how);
}

template <class R, class S>
[[nodiscard]] persistent_collective persistent_gather(const group& g, R&& mine, S&& all, rank root = rank{0},
                                                      const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    return {g,
            detail::arguments_for<detail::item_type_t<R>>(collective_kind::gather, detail::bytes_to_read<R>(mine),
                                                          detail::bytes_to_write<S>(all), root),
            how};
}

template <class R, class S>
[[nodiscard]] persistent_collective persistent_scatter(const group& g, R&& all, S&& mine, rank root = rank{0},
                                                       const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    return {g,
            detail::arguments_for<detail::item_type_t<R>>(collective_kind::scatter, detail::bytes_to_read<R>(all),
                                                          detail::bytes_to_write<S>(mine), root),
            how};
}

template <class R, class S>
[[nodiscard]] persistent_collective persistent_allgather(const group& g, R&& mine, S&& all,
                                                         const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    return {g,
            detail::arguments_for<detail::item_type_t<R>>(collective_kind::allgather, detail::bytes_to_read<R>(mine),
                                                          detail::bytes_to_write<S>(all)),
            how};
}

template <class R, class S>
[[nodiscard]] persistent_collective persistent_alltoall(const group& g, R&& out, S&& in,
                                                        const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    return {g,
            detail::arguments_for<detail::item_type_t<R>>(collective_kind::alltoall, detail::bytes_to_read<R>(out),
                                                          detail::bytes_to_write<S>(in)),
            how};
}

}  // namespace banyan::net
