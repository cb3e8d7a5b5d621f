#include "libnet/transport/socket/tls_session.hpp"

#include <openssl/err.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "banyan/net/error.hpp"
#include "libnet/transport/socket/record_source.hpp"
#include "libnet/transport/socket/system_calls.hpp"
#include "libnet/transport/socket/tls_context.hpp"

namespace banyan::net::detail {
namespace {

constexpr std::size_t most_read_at_once = 1 << 20;  // bounded, because other links wait for the thread
constexpr std::size_t most_added_bytes = 256;       // that encryption adds to a record, and a key update to a batch

iovec region_of(std::span<const std::byte> bytes) {
    return {const_cast<std::byte*>(bytes.data()), bytes.size()};
}

SSL_SESSION* session_of(SSL* ssl, const secret_key& key) {
    const unsigned char aes_128_gcm_sha256[] = {0x13, 0x01};
    SSL_SESSION* made = SSL_SESSION_new();
    const bool set =
        made != nullptr &&
        SSL_SESSION_set1_master_key(made, reinterpret_cast<const unsigned char*>(key.data()), key.size()) == 1 &&
        SSL_SESSION_set_cipher(made, SSL_CIPHER_find(ssl, aes_128_gcm_sha256)) == 1 &&
        SSL_SESSION_set_protocol_version(made, TLS1_3_VERSION) == 1;
    if (set) return made;
    SSL_SESSION_free(made);
    return nullptr;
}

}  // namespace

/// Called by OpenSSL, so they must not throw.
struct tls_session::callbacks {
    static tls_session& of(BIO* bio) { return *static_cast<tls_session*>(BIO_get_data(bio)); }

    static int read(BIO* bio, char* to, int size) {
        auto& self = of(bio);
        BIO_clear_retry_flags(bio);
        if (self.received_from_ < self.received_to_) {
            const auto n = std::min(self.received_to_ - self.received_from_, static_cast<std::size_t>(size));
            std::memcpy(to, self.received_.data() + self.received_from_, n);
            self.received_from_ += n;
            return static_cast<int>(n);
        }
        if (self.emptied_) {
            BIO_set_retry_read(bio);
            return -1;
        }
        const iovec into{to, static_cast<std::size_t>(size)};
        const ssize_t n = system_read(self.descriptor_, std::span(&into, 1));
        if (n > 0) {
            self.emptied_ = n < size;
            return static_cast<int>(n);
        }
        self.at_end_ = n == 0;
        if (n == 0) return 0;
        const auto failed = failure_of_call();
        if (failed.what == moved::state::would_block)
            BIO_set_retry_read(bio);
        else
            self.read_error_ = failed.error_number;
        return -1;
    }

    // Takes all bytes. Those that the socket does not accept are sent later; memory for them is reserved.
    static int write(BIO* bio, const char* from, int size) {
        auto& self = of(bio);
        BIO_clear_retry_flags(bio);
        const auto* bytes = reinterpret_cast<const std::byte*>(from);
        auto left = std::span(bytes, static_cast<std::size_t>(size));
        if (self.unsent_.empty() && !self.more_follows_) {
            const iovec out = region_of(left);
            const ssize_t n = system_write(self.descriptor_, std::span(&out, 1));
            if (n > 0) left = left.subspan(static_cast<std::size_t>(n));
            if (n < 0) self.write_error_ = failure_of_call().error_number;
        }
        if (self.write_error_ != 0 || left.size() > self.unsent_.capacity() - self.unsent_.size()) return -1;
        self.unsent_.insert(self.unsent_.end(), left.begin(), left.end());
        return size;
    }

    static long control(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }

    static BIO_METHOD* method() {
        static BIO_METHOD* const made = [] {
            BIO_METHOD* m = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "banyan socket");
            if (m == nullptr) throw error(errc::resource_limit, "out of memory for TLS");
            BIO_meth_set_read(m, &read);
            BIO_meth_set_write(m, &write);
            BIO_meth_set_ctrl(m, &control);
            return m;
        }();
        return made;
    }

    static tls_session& of(SSL* ssl) { return *static_cast<tls_session*>(SSL_get_app_data(ssl)); }

    static int client_key(SSL* ssl, const EVP_MD*, const unsigned char** identity, std::size_t* size,
                          SSL_SESSION** session) {
        const auto& self = of(ssl);
        *identity = reinterpret_cast<const unsigned char*>(self.identity_.data());
        *size = self.identity_.size();
        *session = session_of(ssl, self.key_);
        return *session != nullptr ? 1 : 0;
    }

    static int server_key(SSL* ssl, const unsigned char* identity, std::size_t size, SSL_SESSION** session) {
        const auto& self = of(ssl);
        const std::string_view asked(reinterpret_cast<const char*>(identity), size);
        *session = asked == self.identity_ ? session_of(ssl, self.key_) : nullptr;
        return 1;
    }
};

tls_session::tls_session(int descriptor, side role, const secret_key& key, std::string identity,
                         std::uint64_t records_per_key)
    : descriptor_(descriptor),
      key_(key),
      identity_(std::move(identity)),
      records_per_key_(records_per_key),
      ssl_(SSL_new(tls_context(role == side::server, {&callbacks::client_key, &callbacks::server_key})), &SSL_free) {
    BIO* bio = ssl_ ? BIO_new(callbacks::method()) : nullptr;
    if (bio == nullptr) throw error(errc::resource_limit, "out of memory for TLS");
    BIO_set_data(bio, this);
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl_.get(), bio, bio);
    SSL_set_app_data(ssl_.get(), this);
    role == side::server ? SSL_set_accept_state(ssl_.get()) : SSL_set_connect_state(ssl_.get());
    unsent_.reserve(record_bytes + most_added_bytes);
}

tls_session::~tls_session() {
    wipe(key_);
}

tls_session::step tls_session::continue_handshake() {
    emptied_ = false;
    const bool over = SSL_do_handshake(ssl_.get()) == 1;
    if (!over && !needs_input()) fail_handshake();
    if (!send_unsent()) {
        if (write_error_ != 0) fail_handshake();
        return step::wants_write;
    }
    if (!over) return step::wants_read;
    if (SSL_session_reused(ssl_.get()) != 1) fail_handshake();  // only a handshake with the key is accepted
    holds_bytes_ = SSL_has_pending(ssl_.get()) == 1;            // the peer may have sent more already
    wipe(key_);
    return step::done;
}

void tls_session::fail_handshake() const {
    const char* reason = ERR_reason_error_string(ERR_peek_last_error());
    const bool no_memory = ERR_GET_REASON(ERR_peek_last_error()) == ERR_R_MALLOC_FAILURE;
    const std::string text = reason != nullptr ? reason : "the session does not use the key of this connection";
    ERR_clear_error();
    if (at_end_) throw error(errc::authentication_failed, "the peer closed the connection during the TLS handshake");
    const int broken = read_error_ != 0 ? read_error_ : write_error_;
    if (broken != 0)
        throw error(errc::connect_failed,
                    std::string("the connection broke during the TLS handshake: ") + std::strerror(broken));
    throw error(no_memory ? errc::resource_limit : errc::authentication_failed, "TLS handshake: " + text);
}

// True when the only problem is that the peer has sent no more bytes.
bool tls_session::needs_input() const {
    return !at_end_ && read_error_ == 0 && !forged_ && BIO_should_read(SSL_get_rbio(ssl_.get()));
}

// Returns false and sets `result` if there is nothing to decrypt, which is the usual case while a program polls.
bool tls_session::fetch(moved& result) {
    emptied_ = false;
    if (holds_bytes_ || forged_) return true;
    const iovec into{received_.data(), received_.size()};
    const ssize_t n = system_read(descriptor_, std::span(&into, 1));
    if (n > 0) {
        received_from_ = 0;
        received_to_ = static_cast<std::size_t>(n);
        emptied_ = received_to_ < received_.size();
        return true;
    }
    result = n == 0 ? moved{moved::state::ended} : failure_of_call();
    return false;
}

moved tls_session::read(std::span<const iovec> regions) {
    moved result{moved::state::some};
    if (!fetch(result)) return result;
    holds_bytes_ = false;
    BIO_clear_retry_flags(SSL_get_rbio(ssl_.get()));  // the flags must describe this call only
    for (const auto& region : regions) {
        for (std::size_t filled = 0, n = 0; filled < region.iov_len; filled += n, result.bytes += n) {
            auto* into = static_cast<std::byte*>(region.iov_base) + filled;
            if (result.bytes >= most_read_at_once) return more_later(result);
            if (SSL_read_ex(ssl_.get(), into, region.iov_len - filled, &n) == 1) continue;
            if (result.bytes == 0) return read_failure();
            holds_bytes_ = !needs_input();  // the next call reports the error
            return result;
        }
    }
    return more_later(result);
}

moved tls_session::more_later(const moved& result) {
    holds_bytes_ = SSL_has_pending(ssl_.get()) == 1 || received_from_ < received_to_;
    return result;
}

moved tls_session::read_failure() {
    if (needs_input()) return {moved::state::would_block};
    const bool no_memory = ERR_GET_REASON(ERR_peek_last_error()) == ERR_R_MALLOC_FAILURE;
    ERR_clear_error();
    if (no_memory && read_error_ == 0) read_error_ = ENOMEM;
    if (at_end_) return {moved::state::ended};
    if (read_error_ != 0) return {moved::state::broken, 0, read_error_};
    forged_ = true;
    return {moved::state::forged};
}

moved tls_session::write(std::span<const iovec> regions) {
    if (!send_unsent()) return write_failure();
    record_source plain(regions);
    plain.skip(uncounted_bytes_);
    moved result{moved::state::some, std::exchange(uncounted_bytes_, 0)};
    while (!plain.empty() && unsent_.empty()) {
        const std::size_t batch = records_at_once();
        for (std::size_t record = 1; record <= batch && !plain.empty(); ++record) {
            std::array<std::byte, record_bytes> gathered;
            const auto next = plain.take(gathered);
            if (!encrypt(next, record < batch && !plain.empty())) return write_failure();
            result.bytes += next.size();
        }
        if (!send_unsent() && write_error_ != 0) return write_failure();
    }
    uncounted_bytes_ = unsent_.empty() ? 0 : 1;
    result.bytes -= uncounted_bytes_;
    return result.bytes > 0 ? result : moved{moved::state::would_block};
}

// The number of records of one system call. It is one if no memory is left: the constructor has reserved memory for one
// record.
std::size_t tls_session::records_at_once() {
    try {
        unsent_.reserve(records_per_call * (record_bytes + most_added_bytes));
        return records_per_call;
    } catch (const std::bad_alloc&) {
        return 1;
    }
}

moved tls_session::write_failure() const {
    if (write_error_ != 0) return {moved::state::broken, 0, write_error_};
    return {moved::state::would_block};
}

bool tls_session::send_unsent() {
    while (sent_ < unsent_.size()) {
        const iovec out = region_of(std::span(unsent_).subspan(sent_));
        const ssize_t n = system_write(descriptor_, std::span(&out, 1));
        if (n < 0) {
            write_error_ = failure_of_call().error_number;
            return false;
        }
        sent_ += static_cast<std::size_t>(n);
    }
    unsent_.clear();
    sent_ = 0;
    return true;
}

// Encrypts the bytes as one record.
bool tls_session::encrypt(std::span<const std::byte> plain, bool more_follows) {
    more_follows_ = more_follows;
    next_key_if_due();
    std::size_t n = 0;
    if (SSL_write_ex(ssl_.get(), plain.data(), plain.size(), &n) == 1 && n == plain.size()) return true;
    ERR_clear_error();
    if (write_error_ == 0) write_error_ = EPROTO;
    return false;
}

void tls_session::next_key_if_due() {
    if (++records_ < records_per_key_) return;
    records_ = 0;
    SSL_key_update(ssl_.get(), SSL_KEY_UPDATE_NOT_REQUESTED);
}

}  // namespace banyan::net::detail
