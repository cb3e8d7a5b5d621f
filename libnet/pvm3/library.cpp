#include "libnet/pvm3/library.hpp"

#include <utility>

#include "libnet/pvm3/extra_symbols.hpp"
#include "libnet/pvm3/tracing.hpp"

namespace banyan::pvm3 {
namespace {

// During a message handler the message is the receive buffer and there is no send buffer. Afterwards both are as
// before; the message and a send buffer that the handler has made are freed.
class handler_buffers {
  public:
    handler_buffers(buffer_table& buffers, int message)
        : buffers_(buffers),
          message_(message),
          serial_(buffers.last_serial()),
          send_(buffers.set_send(0)),
          receive_(buffers.set_receive(message)) {}
    handler_buffers(const handler_buffers&) = delete;
    handler_buffers& operator=(const handler_buffers&) = delete;
    ~handler_buffers() {
        const message_buffer* made = buffers_.send_buffer();
        if (made && made->serial > serial_) buffers_.free(buffers_.send_id());
        restore_send();
        restore_receive();
        const message_buffer* message = buffers_.find(message_);
        if (message && message->serial <= serial_) buffers_.free(message_);
    }

  private:
    // The handler may have freed the earlier buffer.
    void restore_send() {
        if (buffers_.set_send(send_) < 0) buffers_.set_send(0);
    }
    void restore_receive() {
        if (buffers_.set_receive(receive_) < 0) buffers_.set_receive(0);
    }

    buffer_table& buffers_;
    int message_;
    std::uint64_t serial_;
    int send_;
    int receive_;
};

// During a message handler the context is that of the message, so that the handler answers in it.
class handler_context {
  public:
    handler_context(library& pvm, int context) : pvm_(pvm), earlier_(pvm.context) { pvm.set_context(context); }
    handler_context(const handler_context&) = delete;
    handler_context& operator=(const handler_context&) = delete;
    ~handler_context() { pvm_.set_context(earlier_); }

  private:
    library& pvm_;
    int earlier_;
};

void add_message(trace_record& event, int id, const message_buffer& buffer) {
    const auto& message = buffer.message;
    event.add(TEV_DID_MB, id).add(TEV_DID_MNB, static_cast<int>(buffer.length())).add(TEV_DID_MC, message.tag);
    event.add(TEV_DID_MCX, message.context).add(TEV_DID_SRC, message.source);
}

}  // namespace

library::library() {
    for (Pvmtmask& mask : trace_masks)
        TEV_MASK_INIT(mask);
}

void library::set_tid(int new_tid) {
    tid = new_tid;
    ++tid_changes;
    pvmmytid = new_tid == 0 ? -1 : new_tid;
    update_tracing();
}

void library::set_context(int new_context) {
    pvmmyctx = context = new_context;
}

void library::deliver(packed_message message) {
    const message_handler* handler = handlers.find(message);
    if (!handler) return queue.push(std::move(message));
    if (in_handler_) return postponed_.push_back(std::move(message));
    handle(std::move(message), *handler);
    while (!postponed_.empty()) {
        packed_message next = std::move(postponed_.front());
        postponed_.pop_front();
        // The handler before may have removed this one's handler.
        handler = handlers.find(next);
        if (handler)
            handle(std::move(next), *handler);
        else
            queue.push(std::move(next));
    }
}

void library::forget_messages() {
    queue.clear();
    handlers.clear();
    own_end.clear();
    postponed_.clear();
}

// The handler may remove itself.
void library::handle(packed_message message, const message_handler& found) {
    const message_handler handler = found;
    const handler_context of_message(*this, message.context);
    const int id = buffers.adopt(std::move(message));
    const handler_buffers active(buffers, id);
    struct running {
        bool& flag;
        ~running() { flag = false; }
    } now{in_handler_};
    in_handler_ = true;
    const traced_handler calls_are_events;
    {
        const traced_call traced(TEV_MHF_INVOKE, [&](trace_record& event) {
            event.add(TEV_DID_RST, handler.source).add(TEV_DID_RMC, handler.tag).add(TEV_DID_RCX, handler.context);
            add_message(event, id, *buffers.find(id));
        });
    }
    handler.call(id);
}

library& the_library() {
    static library* const instance = new library;  // never destroyed: programs call PVM until their last exit function
    return *instance;
}

}  // namespace banyan::pvm3
