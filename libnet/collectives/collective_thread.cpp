#include "libnet/collectives/collective_thread.hpp"

#include <utility>

#include "banyan/net/error.hpp"
#include "libnet/base/background_thread.hpp"

namespace banyan::net {
namespace {

// As condition_variable::wait_until, but also accepts an infinite deadline.
template <class Done>
bool wait_on(std::condition_variable& event, std::unique_lock<std::mutex>& held, deadline until, Done done) {
    if (!until.is_never()) return event.wait_until(held, until.when(), done);
    event.wait(held, done);
    return true;
}

}  // namespace

detail::queued_collective::~queued_collective() = default;

void detail::queued_collective::run() noexcept {
    std::exception_ptr thrown;
    try {
        work(*g);
    } catch (...) {
        thrown = std::current_exception();
    }
    const std::lock_guard held(mutex);
    failure = std::move(thrown);  // nothing of it is left to this thread: the program may read and free it at once
    done = true;
    if (event) event->set();
    ended.notify_all();
}

bool detail::queued_collective::wait(deadline until) {
    std::unique_lock held(mutex);
    return wait_on(ended, held, until, [this] { return done; });
}

// The mutex guards all members. The collectives form a list, so that adding one allocates nothing.
struct collective_thread::queue {
    std::mutex mutex;
    std::condition_variable changed;
    std::shared_ptr<detail::queued_collective> first;
    detail::queued_collective* last = nullptr;
    bool running = false;
    bool ending = false;

    void push(std::shared_ptr<detail::queued_collective> added) {
        auto& place = first ? last->next : first;
        last = added.get();
        place = std::move(added);
    }
    std::shared_ptr<detail::queued_collective> pop() {
        auto taken = std::move(first);
        first = std::move(taken->next);
        return taken;
    }
};

collective_thread::collective_thread() : queue_(std::make_shared<queue>()) {
    thread_ = detail::start_background_thread("a collective that does not block", [shared = queue_] { run(shared); });
}

collective_thread::~collective_thread() {
    if (!made_in_.is_this_one()) {                      // a forked child does not have the thread
        new std::thread(std::move(thread_));            // NOLINT: never destroyed
        new std::shared_ptr<queue>(std::move(queue_));  // NOLINT: its mutex may be locked
        return;
    }
    {
        const std::lock_guard held(queue_->mutex);
        queue_->ending = true;
        queue_->changed.notify_all();
    }
    thread_.join();
}

void collective_thread::add(std::shared_ptr<detail::queued_collective> next) {
    made_in_.expect_this_one();
    const std::lock_guard held(queue_->mutex);
    queue_->push(std::move(next));
    queue_->changed.notify_all();
}

void collective_thread::wait_until_idle(deadline until) {
    made_in_.expect_this_one();
    if (thread_.get_id() == std::this_thread::get_id()) return;
    std::unique_lock held(queue_->mutex);
    const auto idle = [this] { return !queue_->first && !queue_->running; };
    if (!wait_on(queue_->changed, held, until, idle))
        throw error(errc::timeout, "the deadline passed while earlier collectives of this group were under way");
}

collective_request start_in_own_thread(const group& g, std::function<void(const group&)> work) {
    auto queued = std::make_shared<detail::queued_collective>(g, std::move(work));
    queued->own_thread = std::make_unique<collective_thread>();
    queued->own_thread->add(queued);
    return collective_request(std::move(queued));
}

void collective_thread::run(const std::shared_ptr<queue>& shared) {
    std::unique_lock held(shared->mutex);
    while (true) {
        shared->changed.wait(held, [&] { return shared->ending || shared->first; });
        if (!shared->first) return;
        const auto next = shared->pop();
        shared->running = true;
        held.unlock();
        next->run();
        held.lock();
        shared->running = false;
        shared->changed.notify_all();
    }
}

}  // namespace banyan::net
