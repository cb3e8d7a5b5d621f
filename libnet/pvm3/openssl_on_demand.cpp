// The functions of OpenSSL that libnet uses, for the shared libpvm3: OpenSSL is loaded when the first of them is
// called. Tasks that neither encrypt nor count frames never load it, and so start sooner. A function that is missing
// here makes the library depend on OpenSSL again; a test sees that.
#include <dlfcn.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/ssl.h>

#include <string>

#include "banyan/net/error.hpp"

namespace {

namespace net = banyan::net;

void* loaded_library() {
    static void* const library = [] {
        void* const made = ::dlopen("libssl.so." OPENSSL_MSTR(OPENSSL_VERSION_MAJOR), RTLD_NOW | RTLD_NODELETE);
        if (made == nullptr)
            throw net::error(net::errc::resource_limit, std::string("OpenSSL cannot be loaded: ") + ::dlerror());
        using initialisation = decltype(OPENSSL_init_crypto);
        if (auto* const initialise = reinterpret_cast<initialisation*>(::dlsym(made, "OPENSSL_init_crypto")))
            initialise(OPENSSL_INIT_NO_ATEXIT, nullptr);
        return made;
    }();
    return library;
}

template <class Function>
Function* found(const char* name) {
    void* const at = ::dlsym(loaded_library(), name);
    if (at == nullptr) throw net::error(net::errc::resource_limit, std::string("this OpenSSL has no function ") + name);
    return reinterpret_cast<Function*>(at);
}

}  // namespace

#define BANYAN_FORWARD(result, name, parameters, arguments)          \
    result name parameters {                                         \
        static auto* const forwarded = found<decltype(name)>(#name); \
        return forwarded arguments;                                  \
    }

extern "C" {

// clang-format off
BANYAN_FORWARD(void, BIO_clear_flags, (BIO* a, int b), (a, b))
BANYAN_FORWARD(void*, BIO_get_data, (BIO* a), (a))
BANYAN_FORWARD(int, BIO_get_new_index, (), ())
BANYAN_FORWARD(BIO_METHOD*, BIO_meth_new, (int a, const char* b), (a, b))
BANYAN_FORWARD(int, BIO_meth_set_ctrl, (BIO_METHOD* a, long (*b)(BIO*, int, long, void*)), (a, b))
BANYAN_FORWARD(int, BIO_meth_set_read, (BIO_METHOD* a, int (*b)(BIO*, char*, int)), (a, b))
BANYAN_FORWARD(int, BIO_meth_set_write, (BIO_METHOD* a, int (*b)(BIO*, const char*, int)), (a, b))
BANYAN_FORWARD(BIO*, BIO_new, (const BIO_METHOD* a), (a))
BANYAN_FORWARD(void, BIO_set_data, (BIO* a, void* b), (a, b))
BANYAN_FORWARD(void, BIO_set_flags, (BIO* a, int b), (a, b))
BANYAN_FORWARD(void, BIO_set_init, (BIO* a, int b), (a, b))
BANYAN_FORWARD(int, BIO_test_flags, (const BIO* a, int b), (a, b))
BANYAN_FORWARD(void, ERR_clear_error, (), ())
BANYAN_FORWARD(unsigned long, ERR_peek_last_error, (), ())
BANYAN_FORWARD(const char*, ERR_reason_error_string, (unsigned long a), (a))
BANYAN_FORWARD(void, EVP_KDF_CTX_free, (EVP_KDF_CTX* a), (a))
BANYAN_FORWARD(EVP_KDF_CTX*, EVP_KDF_CTX_new, (EVP_KDF* a), (a))
BANYAN_FORWARD(int, EVP_KDF_derive, (EVP_KDF_CTX* a, unsigned char* b, size_t c, const OSSL_PARAM d[]), (a, b, c, d))
BANYAN_FORWARD(EVP_KDF*, EVP_KDF_fetch, (OSSL_LIB_CTX* a, const char* b, const char* c), (a, b, c))
BANYAN_FORWARD(void, EVP_KDF_free, (EVP_KDF* a), (a))
BANYAN_FORWARD(void, EVP_MAC_CTX_free, (EVP_MAC_CTX* a), (a))
BANYAN_FORWARD(EVP_MAC_CTX*, EVP_MAC_CTX_new, (EVP_MAC* a), (a))
BANYAN_FORWARD(int, EVP_MAC_CTX_set_params, (EVP_MAC_CTX* a, const OSSL_PARAM b[]), (a, b))
BANYAN_FORWARD(EVP_MAC*, EVP_MAC_fetch, (OSSL_LIB_CTX* a, const char* b, const char* c), (a, b, c))
BANYAN_FORWARD(int, EVP_MAC_final, (EVP_MAC_CTX* a, unsigned char* b, size_t* c, size_t d), (a, b, c, d))
BANYAN_FORWARD(void, EVP_MAC_free, (EVP_MAC* a), (a))
BANYAN_FORWARD(int, EVP_MAC_init, (EVP_MAC_CTX* a, const unsigned char* b, size_t c, const OSSL_PARAM d[]), (a, b, c, d))
BANYAN_FORWARD(int, EVP_MAC_update, (EVP_MAC_CTX* a, const unsigned char* b, size_t c), (a, b, c))
BANYAN_FORWARD(OSSL_PARAM, OSSL_PARAM_construct_end, (), ())
BANYAN_FORWARD(OSSL_PARAM, OSSL_PARAM_construct_octet_string, (const char* a, void* b, size_t c), (a, b, c))
BANYAN_FORWARD(OSSL_PARAM, OSSL_PARAM_construct_size_t, (const char* a, size_t* b), (a, b))
BANYAN_FORWARD(OSSL_PARAM, OSSL_PARAM_construct_utf8_string, (const char* a, char* b, size_t c), (a, b, c))
BANYAN_FORWARD(const SSL_CIPHER*, SSL_CIPHER_find, (SSL* a, const unsigned char* b), (a, b))
BANYAN_FORWARD(uint64_t, SSL_CTX_clear_options, (SSL_CTX* a, uint64_t b), (a, b))
BANYAN_FORWARD(long, SSL_CTX_ctrl, (SSL_CTX* a, int b, long c, void* d), (a, b, c, d))
BANYAN_FORWARD(void, SSL_CTX_free, (SSL_CTX* a), (a))
BANYAN_FORWARD(SSL_CTX*, SSL_CTX_new, (const SSL_METHOD* a), (a))
BANYAN_FORWARD(int, SSL_CTX_set_ciphersuites, (SSL_CTX* a, const char* b), (a, b))
BANYAN_FORWARD(int, SSL_CTX_set_num_tickets, (SSL_CTX* a, size_t b), (a, b))
BANYAN_FORWARD(void, SSL_CTX_set_psk_find_session_callback, (SSL_CTX* a, SSL_psk_find_session_cb_func b), (a, b))
BANYAN_FORWARD(void, SSL_CTX_set_psk_use_session_callback, (SSL_CTX* a, SSL_psk_use_session_cb_func b), (a, b))
BANYAN_FORWARD(void, SSL_CTX_set_verify, (SSL_CTX* a, int b, SSL_verify_cb c), (a, b, c))
BANYAN_FORWARD(void, SSL_SESSION_free, (SSL_SESSION* a), (a))
BANYAN_FORWARD(SSL_SESSION*, SSL_SESSION_new, (), ())
BANYAN_FORWARD(int, SSL_SESSION_set1_master_key, (SSL_SESSION* a, const unsigned char* b, size_t c), (a, b, c))
BANYAN_FORWARD(int, SSL_SESSION_set_cipher, (SSL_SESSION* a, const SSL_CIPHER* b), (a, b))
BANYAN_FORWARD(int, SSL_SESSION_set_protocol_version, (SSL_SESSION* a, int b), (a, b))
BANYAN_FORWARD(int, SSL_do_handshake, (SSL* a), (a))
BANYAN_FORWARD(void, SSL_free, (SSL* a), (a))
BANYAN_FORWARD(void*, SSL_get_ex_data, (const SSL* a, int b), (a, b))
BANYAN_FORWARD(BIO*, SSL_get_rbio, (const SSL* a), (a))
BANYAN_FORWARD(int, SSL_has_pending, (const SSL* a), (a))
BANYAN_FORWARD(int, SSL_key_update, (SSL* a, int b), (a, b))
BANYAN_FORWARD(SSL*, SSL_new, (SSL_CTX* a), (a))
BANYAN_FORWARD(int, SSL_read_ex, (SSL* a, void* b, size_t c, size_t* d), (a, b, c, d))
BANYAN_FORWARD(int, SSL_session_reused, (const SSL* a), (a))
BANYAN_FORWARD(void, SSL_set_accept_state, (SSL* a), (a))
BANYAN_FORWARD(void, SSL_set_bio, (SSL* a, BIO* b, BIO* c), (a, b, c))
BANYAN_FORWARD(void, SSL_set_connect_state, (SSL* a), (a))
BANYAN_FORWARD(int, SSL_set_ex_data, (SSL* a, int b, void* c), (a, b, c))
BANYAN_FORWARD(int, SSL_write_ex, (SSL* a, const void* b, size_t c, size_t* d), (a, b, c, d))
BANYAN_FORWARD(const SSL_METHOD*, TLS_client_method, (), ())
BANYAN_FORWARD(const SSL_METHOD*, TLS_server_method, (), ())
// clang-format on

// libnet calls it only to keep OpenSSL from registering an exit handler. loaded_library() does that.
int OPENSSL_init_crypto(uint64_t, const OPENSSL_INIT_SETTINGS*) {
    return 1;
}

}  // extern "C"

#undef BANYAN_FORWARD
