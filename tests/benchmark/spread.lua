-- wrk script: as request.lua, and NUMBER in the path and in the body counts from 0 to COUNT - 1. Arguments: FILE with the body,
-- in which MESSAGE_ID stands for the message's id; a PREFIX for the ids; COUNT.
local path, body, prefix, numbers
local count = 0

function init(args)
  local file = assert(io.open(args[1]))
  body = file:read("*a")
  file:close()
  prefix = args[2]
  numbers = tonumber(args[3])
  path = wrk.path
  wrk.headers["Content-Type"] = "application/json"
  wrk.headers["A2A-Version"] = "1.0"
end

-- Neighbours in time are no neighbours by number.
function request()
  count = count + 1
  local number = string.format("%d", count * 7919 % numbers)
  local filled = body:gsub("MESSAGE_ID", prefix .. count, 1):gsub("NUMBER", number, 1)
  return wrk.format("POST", path:gsub("NUMBER", number, 1), nil, filled)
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format("FIGURES %d %d %.1f %.1f %d", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
