#include "libnet/base/at_exit.hpp"

#include <openssl/crypto.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "banyan/net/error.hpp"
#include "libnet/base/asio.hpp"

namespace banyan::net::detail {

// Exit handlers run in the opposite order of their registration. Connections may be made while `last` runs, so OpenSSL
// must register its handlers before this one. It is therefore initialised here.
bool at_exit(void (*last)()) {
    using boost::system::error_code;
    (void)error_category();
    for (const error_code code : {error_code(EIO, boost::system::system_category()),
                                  error_code(EIO, boost::system::generic_category()), error_code(asio::error::eof)})
        (void)std::error_code(code);
    // The call does nothing without an option.
    return OPENSSL_init_crypto(OPENSSL_INIT_ADD_ALL_DIGESTS, nullptr) == 1 && std::atexit(last) == 0;
}

}  // namespace banyan::net::detail
