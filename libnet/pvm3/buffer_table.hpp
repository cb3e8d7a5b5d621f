// The message buffers of a task with their ids, and which of them are the active send and receive buffer.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "libnet/pvm3/message_buffer.hpp"

namespace banyan::pvm3 {

/// Ids are small positive numbers and are used again at once; 0 means no buffer. Functions that return an id or a
/// status return a negative Pvm* error code on failure. Used by one thread at a time.
class buffer_table {
  public:
    /// A new empty buffer. PvmBadParam for an unknown encoding.
    int make(int pvm_encoding);
    /// A new buffer with this message, not active.
    int adopt(packed_message received);
    /// Frees it; if it is active, none is active afterwards. 0 is allowed, and the buffer of a message that still waits
    /// in the queue stays. PvmNoSuchBuf.
    int free(int id);
    /// nullptr if there is none. The pointer is valid until the buffer is freed.
    [[nodiscard]] message_buffer* find(int id) const;

    [[nodiscard]] int send_id() const { return send_id_; }
    [[nodiscard]] int receive_id() const { return receive_id_; }
    [[nodiscard]] message_buffer* send_buffer() const { return find(send_id_); }
    [[nodiscard]] message_buffer* receive_buffer() const { return find(receive_id_); }
    /// Makes it active; 0 = none. A buffer is not active for both: it ends to be the other one. Returns the id of the
    /// previous one, or PvmNoSuchBuf.
    int set_send(int id) { return activate(send_id_, receive_id_, id); }
    int set_receive(int id) { return activate(receive_id_, send_id_, id); }

    /// pvm_initsend: frees the send buffer and makes a new one active.
    int init_send(int pvm_encoding);
    /// What a receive does: frees the previous receive buffer and makes this buffer active. Returns `id`.
    int receive(int id);
    /// The serial number of the buffer that was made last.
    [[nodiscard]] std::uint64_t last_serial() const { return last_serial_; }

  private:
    int activate(int& active, int& other, int id);
    int put(std::unique_ptr<message_buffer> buffer);

    std::vector<std::unique_ptr<message_buffer>> buffers_;  // the buffer `id` is at id - 1
    std::vector<int> free_ids_;
    std::uint64_t last_serial_ = 0;
    int send_id_ = 0;
    int receive_id_ = 0;
};

}  // namespace banyan::pvm3
