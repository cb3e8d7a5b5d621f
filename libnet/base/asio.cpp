#include "libnet/base/asio.hpp"

#include <boost/asio/impl/src.hpp>
