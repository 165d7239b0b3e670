-- wrk script: POSTs one JSON-RPC call again and again, each with a message id of its own, and prints a line of
-- figures. Arguments: FILE with the body, in which MESSAGE_ID stands for the id; a PREFIX for the ids; a bearer TOKEN, if
-- there is one.
local before, behind, prefix
local count = 0

function init(args)
  local file = assert(io.open(args[1]))
  local body = file:read("*a")
  file:close()
  local first, last = body:find("MESSAGE_ID", 1, true)
  before, behind = body:sub(1, first - 1), body:sub(last + 1)
  prefix = args[2]
  wrk.headers["Content-Type"] = "application/json"
  wrk.headers["A2A-Version"] = "1.0"
  if args[3] then wrk.headers["Authorization"] = "Bearer " .. args[3] end
end

function request()
  count = count + 1
  return wrk.format("POST", nil, nil, before .. prefix .. count .. behind)
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format("FIGURES %d %d %.1f %.1f %d", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
