// The life of one client connection: requests in order, each answered before the next is looked at.
#pragma once

#include <memory>

#include "gateway/net/listener_core.h"

namespace schemagate::net {

// Runs until the connection is closed.
Awaitable<void> serve_connection(std::unique_ptr<Client> client);

}  // namespace schemagate::net
