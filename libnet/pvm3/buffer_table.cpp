#include "libnet/pvm3/buffer_table.hpp"

#include <utility>

#include "pvm3/pvm3.h"

namespace banyan::pvm3 {

int buffer_table::make(int pvm_encoding) {
    if (!message_buffer::valid_encoding(pvm_encoding)) return PvmBadParam;
    return put(std::make_unique<message_buffer>(pvm_encoding));
}

int buffer_table::adopt(packed_message received) {
    return put(std::make_unique<message_buffer>(std::move(received)));
}

int buffer_table::put(std::unique_ptr<message_buffer> buffer) {
    buffer->serial = ++last_serial_;
    if (free_ids_.empty()) {
        free_ids_.reserve(buffers_.size() + 1);  // so that free() never fails
        buffers_.push_back(std::move(buffer));
        return static_cast<int>(buffers_.size());
    }
    const int id = free_ids_.back();
    free_ids_.pop_back();
    buffers_[static_cast<std::size_t>(id) - 1] = std::move(buffer);
    return id;
}

int buffer_table::free(int id) {
    if (id == 0) return PvmOk;
    message_buffer* buffer = find(id);
    if (!buffer) return PvmNoSuchBuf;
    if (buffer->queued) return PvmOk;
    buffers_[static_cast<std::size_t>(id) - 1].reset();
    free_ids_.push_back(id);
    if (send_id_ == id) send_id_ = 0;
    if (receive_id_ == id) receive_id_ = 0;
    return PvmOk;
}

message_buffer* buffer_table::find(int id) const {
    if (id < 1 || static_cast<std::size_t>(id) > buffers_.size()) return nullptr;
    return buffers_[static_cast<std::size_t>(id) - 1].get();
}

int buffer_table::activate(int& active, int& other, int id) {
    if (id != 0 && !find(id)) return PvmNoSuchBuf;
    if (other == id) other = 0;
    return std::exchange(active, id);
}

int buffer_table::init_send(int pvm_encoding) {
    if (!message_buffer::valid_encoding(pvm_encoding)) return PvmBadParam;
    free(send_id_);
    return send_id_ = make(pvm_encoding);
}

int buffer_table::receive(int id) {
    if (receive_id_ != id) free(receive_id_);
    return receive_id_ = id;
}

}  // namespace banyan::pvm3
