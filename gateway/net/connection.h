// The life of one client connection: requests in order, each answered before the next is looked at.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <string>

#include "gateway/net/connection_ledger.h"
#include "gateway/net/listener_core.h"

namespace schemagate::net {

// Runs until the connection is closed. Owns its arguments.
Awaitable<void> serve_connection(std::shared_ptr<ListenerCore> core, boost::asio::ip::tcp::socket socket,
                                 std::string address, ConnectionLedger::Seat seat);

}  // namespace schemagate::net
