// Opens listening sockets and takes connections from them.
#pragma once

#include <memory>
#include <string>

#include "gateway/net/failure.h"
#include "gateway/net/listener_core.h"

namespace schemagate::net {

// Makes `acceptor` listen. SO_REUSEPORT lets every core do so on the same endpoint.
// Errors: kLocal with the endpoint and the system's reason.
Result<void> listen_on(Acceptor& acceptor, boost::asio::ip::tcp::endpoint endpoint, int backlog);

// Since SO_REUSEPORT would share the port with a stranger of the same user, tells first whether somebody
// listens.
Result<void> check_free(Executor executor, boost::asio::ip::tcp::endpoint endpoint);

// Serves every connection that `listening`, one of the core's, takes until its acceptor is closed.
Awaitable<void> accept_connections(std::shared_ptr<ListenerCore> core, Listening& listening);

}  // namespace schemagate::net
