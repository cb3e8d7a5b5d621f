// The only file that includes Asio. It also includes <utility>, which Asio of Boost 1.74 lacks with g++ 12. asio.cpp
// compiles Asio's function bodies once.
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

/// A connected stream socket of any family: TCP or Unix-domain.
using stream_socket = asio::generic::stream_protocol::socket;

}  // namespace banyan::net
