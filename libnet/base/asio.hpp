// The one place that includes Asio. Boost 1.74's Asio forgets <utility> with g++ 12; its bodies are compiled once, in
// asio.cpp.
#pragma once

#include <utility>

#ifndef BOOST_ASIO_SEPARATE_COMPILATION
#define BOOST_ASIO_SEPARATE_COMPILATION
#endif
#define BOOST_ASIO_NO_DEPRECATED

#include <boost/asio/buffer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

namespace banyan::net {

namespace asio = boost::asio;

/// A connected stream socket of any family: TCP and Unix-domain sockets alike.
using stream_socket = asio::generic::stream_protocol::socket;

}  // namespace banyan::net
