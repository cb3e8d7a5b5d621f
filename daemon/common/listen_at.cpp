#include "daemon/common/listen_at.hpp"

#include "banyan/net/error.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {

net::asio::local::stream_protocol::acceptor listen_at(net::asio::io_context& io, const std::string& path) {
    try {
        return {io, net::asio::local::stream_protocol::endpoint(path)};
    } catch (const boost::system::system_error& failed) {
        const std::error_code why = failed.code();
        if (net::detail::is_shortage(why))
            throw net::error(net::errc::resource_limit, path + ": " + net::detail::shortage_text(why));
        throw net::error(net::errc::launch_failed, path + runtime_remedy("cannot listen there: " + why.message()));
    }
}

}  // namespace banyan::daemon
