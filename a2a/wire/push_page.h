// Which page of a list of push notification configs is wanted, however that comes: as JSON or in a query.
// Private to a2a/wire.
#pragma once

#include "a2a/model/push.h"

namespace schemagate::a2a::wire {

// By a Reader or a QueryReader.
template <class Parameters>
void read_push_page(const Parameters& parameters, PushConfigRequest& request) {
  request.page_size = parameters.count("pageSize");
  request.page_token = parameters.string("pageToken");
  parameters.refuse_lookalikes({"pageSize", "pageToken"});
}

}  // namespace schemagate::a2a::wire
