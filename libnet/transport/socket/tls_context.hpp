// The settings that all TLS sessions of a process share.
#pragma once

#include <openssl/ssl.h>

namespace banyan::net::detail {

struct tls_callbacks {
    SSL_psk_use_session_cb_func client_key;
    SSL_psk_find_session_cb_func server_key;
};

/// TLS 1.3 only, AES-GCM or ChaCha20, forward secrecy, no certificates, no tickets. Made once for clients and once for
/// servers; lives as long as the process. Throws errc::resource_limit.
SSL_CTX* tls_context(bool server, const tls_callbacks& callbacks);

}  // namespace banyan::net::detail
