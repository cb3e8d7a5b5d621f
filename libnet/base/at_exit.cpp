#include "libnet/base/at_exit.hpp"

#include <openssl/crypto.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "banyan/net/error.hpp"
#include "libnet/base/asio.hpp"

namespace banyan::net::detail {

// Connections may be made while `last` runs, so OpenSSL must not be shut down before. OpenSSL is told to register no
// exit handler. The rest of its initialisation follows when it is needed.
bool at_exit(void (*last)()) {
    using boost::system::error_code;
    (void)error_category();
    for (const error_code code : {error_code(EIO, boost::system::system_category()),
                                  error_code(EIO, boost::system::generic_category()), error_code(asio::error::eof)})
        (void)std::error_code(code);
    return OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr) == 1 && std::atexit(last) == 0;
}

}  // namespace banyan::net::detail
