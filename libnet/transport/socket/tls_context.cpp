#include "libnet/transport/socket/tls_context.hpp"

#include <openssl/crypto.h>

#include "banyan/net/error.hpp"

namespace banyan::net::detail {
namespace {

constexpr const char* ciphers = "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256";  // both accept a SHA-256 key

SSL_CTX* make_context(bool server, const tls_callbacks& callbacks) {
    // Sessions may still deliver from an exit handler, so OpenSSL's own exit handler must not shut OpenSSL down before.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
    SSL_CTX* made = SSL_CTX_new(server ? TLS_server_method() : TLS_client_method());
    const bool set = made != nullptr && SSL_CTX_set_min_proto_version(made, TLS1_3_VERSION) == 1 &&
                     SSL_CTX_set_max_proto_version(made, TLS1_3_VERSION) == 1 &&
                     SSL_CTX_set_ciphersuites(made, ciphers) == 1 && SSL_CTX_set_num_tickets(made, 0) == 1;
    if (!set) {
        SSL_CTX_free(made);
        throw error(errc::resource_limit, "TLS 1.3 is not available (OpenSSL)");
    }
    // Independent of the system's openssl.cnf: every connection has keys that cannot be computed later (forward
    // secrecy).
    SSL_CTX_clear_options(made, SSL_OP_ENABLE_MIDDLEBOX_COMPAT | SSL_OP_ALLOW_NO_DHE_KEX);
    SSL_CTX_set_mode(made, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_read_ahead(made, 1);
    // A server that does not know the key would have to send a certificate, and no certificate is trusted.
    SSL_CTX_set_verify(made, server ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, nullptr);
    if (server)
        SSL_CTX_set_psk_find_session_callback(made, callbacks.server_key);
    else
        SSL_CTX_set_psk_use_session_callback(made, callbacks.client_key);
    return made;
}

}  // namespace

SSL_CTX* tls_context(bool server, const tls_callbacks& callbacks) {
    static SSL_CTX* const for_server = make_context(true, callbacks);
    static SSL_CTX* const for_client = make_context(false, callbacks);
    return server ? for_server : for_client;
}

}  // namespace banyan::net::detail
