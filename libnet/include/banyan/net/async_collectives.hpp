// The collectives of collectives.hpp without blocking: each returns a request to wait for.
//
//   collective_request summing = async_allreduce(world, residual, std::plus<>());
//   relax_interior();                  // the reduction proceeds meanwhile
//   summing.wait();
//
// They run in a thread of the group, and so does the operation of a reduction. Errors in the arguments are thrown by
// wait(). Ranges must outlive the request: a temporary container does not compile, a temporary view of memory
// (std::span) may be given.
#pragma once

#include <string>
#include <utility>

#include "banyan/net/collective_request.hpp"
#include "banyan/net/collectives.hpp"

namespace banyan::net {

/// Runs work(g) in the group's thread, after the collectives started before. `work` calls collectives of `g`, and every
/// rank starts the same ones in the same order. Throws errc::resource_limit if the system has no thread.
[[nodiscard]] collective_request start_collective(const group& g, std::function<void(const group&)> work);

namespace detail {

/// A copy of the options with the name of the algorithm, until the group's thread has used them.
class kept_options {
  public:
    explicit kept_options(const collective_options& how) : how_(how), algorithm_(how.algorithm) {}
    operator collective_options() const {  // NOLINT: implicit on purpose
        collective_options same = how_;
        same.algorithm = algorithm_;
        return same;
    }

  private:
    collective_options how_;
    std::string algorithm_;
};

template <class R>
consteval void expect_lasting_items() {
    constexpr bool lasting = outlives_call<R>;
    static_assert(lasting, "outlives_call: the items are a temporary, and the collective uses them after the call");
}

}  // namespace detail

[[nodiscard]] inline collective_request async_barrier(const group& g, const collective_options& how = {}) {
    return start_collective(g, [how = detail::kept_options(how)](const group& same) { barrier(same, how); });
}

template <class R>
[[nodiscard]] collective_request async_broadcast(const group& g, R&& items, rank root = rank{0},
                                                 const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    return start_collective(g, [view = detail::items_of(items), root, how = detail::kept_options(how)](
                                   const group& same) { broadcast(same, view, root, how); });
}

template <class R, class S, class Op>
[[nodiscard]] collective_request async_reduce(const group& g, R&& mine, S&& result, Op op, rank root = rank{0},
                                              const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    return start_collective(
        g, [from = detail::items_of(mine), to = detail::items_of(result), op, root,
            how = detail::kept_options(how)](const group& same) { reduce(same, from, to, op, root, how); });
}

template <class R, class Op>
[[nodiscard]] collective_request async_allreduce(const group& g, R&& items, Op op, const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    return start_collective(g, [view = detail::items_of(items), op, how = detail::kept_options(how)](
                                   const group& same) { allreduce(same, view, op, how); });
}

template <class R, class S, class Op>
[[nodiscard]] collective_request async_allreduce(
    const group& g, R&& mine, S&& result, Op op,
    const collective_options& how = {}) requires(!std::convertible_to<Op, collective_options>) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    return start_collective(
        g, [from = detail::items_of(mine), to = detail::items_of(result), op,
            how = detail::kept_options(how)](const group& same) { allreduce(same, from, to, op, how); });
}

template <class R>
[[nodiscard]] collective_request async_globalsum(const group& g, R&& items, const collective_options& how = {}) {
    return async_allreduce(g, std::forward<R>(items), std::plus<>(), how);
}

template <class R, class S>
[[nodiscard]] collective_request async_globalsum(
    const group& g, R&& mine, S&& result,
    const collective_options& how = {}) requires(!std::convertible_to<S, collective_options>) {
    return async_allreduce(g, std::forward<R>(mine), std::forward<S>(result), std::plus<>(), how);
}

template <class R, class S, class Op>
[[nodiscard]] collective_request async_scan(const group& g, R&& mine, S&& result, Op op,
                                            const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    return start_collective(g, [from = detail::items_of(mine), to = detail::items_of(result), op,
                                how = detail::kept_options(how)](const group& same) { scan(same, from, to, op, how); });
}

template <class R, class S, class Op>
[[nodiscard]] collective_request async_exclusive_scan(const group& g, R&& mine, S&& result, Op op,
                                                      const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    return start_collective(
        g, [from = detail::items_of(mine), to = detail::items_of(result), op,
            how = detail::kept_options(how)](const group& same) { exclusive_scan(same, from, to, op, how); });
}

template <class R, class S>
[[nodiscard]] collective_request async_gather(const group& g, R&& mine, S&& all, rank root = rank{0},
                                              const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    return start_collective(
        g, [from = detail::items_of(mine), to = detail::items_of(all), root,
            how = detail::kept_options(how)](const group& same) { gather(same, from, to, root, how); });
}

template <class R, class S>
[[nodiscard]] collective_request async_scatter(const group& g, R&& all, S&& mine, rank root = rank{0},
                                               const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    return start_collective(
        g, [from = detail::items_of(all), to = detail::items_of(mine), root,
            how = detail::kept_options(how)](const group& same) { scatter(same, from, to, root, how); });
}

template <class R, class S>
[[nodiscard]] collective_request async_allgather(const group& g, R&& mine, S&& all,
                                                 const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    return start_collective(g,
                            [from = detail::items_of(mine), to = detail::items_of(all),
                             how = detail::kept_options(how)](const group& same) { allgather(same, from, to, how); });
}

template <class R, class S, class Op>
[[nodiscard]] collective_request async_reduce_scatter(const group& g, R&& all, S&& mine, Op op,
                                                      const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    return start_collective(
        g, [from = detail::items_of(all), to = detail::items_of(mine), op,
            how = detail::kept_options(how)](const group& same) { reduce_scatter(same, from, to, op, how); });
}

template <class R, class S>
[[nodiscard]] collective_request async_alltoall(const group& g, R&& out, S&& in, const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    return start_collective(g, [from = detail::items_of(out), to = detail::items_of(in),
                                how = detail::kept_options(how)](const group& same) { alltoall(same, from, to, how); });
}

/// Collectives with blocks of different lengths. `result` is set when the request is done, and must outlive the
/// request. Its memory is reused, as in the blocking forms.
template <class R, transferable T>
[[nodiscard]] collective_request async_gather_varying(const group& g, R&& mine, varying<T>& result, rank root = rank{0},
                                                      const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    return start_collective(g, [from = detail::items_of(mine), &result, root, how = detail::kept_options(how)](
                                   const group& same) { gather_varying(same, from, result, root, how); });
}

template <class R, transferable T>
[[nodiscard]] collective_request async_allgather_varying(const group& g, R&& mine, varying<T>& result,
                                                         const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    return start_collective(g, [from = detail::items_of(mine), &result, how = detail::kept_options(how)](
                                   const group& same) { allgather_varying(same, from, result, how); });
}

template <transferable T, varying_of<T> V>
[[nodiscard]] collective_request async_scatter_varying(const group& g, V&& all, std::vector<T>& result,
                                                       rank root = rank{0}, const collective_options& how = {}) {
    detail::expect_lasting_items<V>();
    return start_collective(g, [&all, &result, root, how = detail::kept_options(how)](const group& same) {
        scatter_varying(same, all, result, root, how);
    });
}

/// `result` gets the length of this rank's part. `counts` is copied.
template <class R, transferable T, class Op>
[[nodiscard]] collective_request async_reduce_scatter_varying(const group& g, R&& all,
                                                              std::span<const std::size_t> counts,
                                                              std::vector<T>& result, Op op,
                                                              const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    return start_collective(g, [from = detail::items_of(all), kept = std::vector(counts.begin(), counts.end()), &result,
                                op, how = detail::kept_options(how)](const group& same) {
        detail::expect_apart(collective_kind::reduce_scatter, std::as_bytes(from), std::as_bytes(std::span(result)));
        result.resize(detail::own_count(same, kept, from.size()));
        reduce_scatter_varying(same, from, std::span<const std::size_t>(kept), result, op, how);
    });
}

template <transferable T, varying_of<T> V>
[[nodiscard]] collective_request async_alltoall_varying(const group& g, V&& out, varying<T>& result,
                                                        const collective_options& how = {}) {
    detail::expect_lasting_items<V>();
    return start_collective(g, [&out, &result, how = detail::kept_options(how)](const group& same) {
        alltoall_varying(same, out, result, how);
    });
}

}  // namespace banyan::net
