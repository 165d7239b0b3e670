-- wrk script: POSTs one JSON-RPC call again and again, each with a message id of its own, and prints a line of
-- figures. Arguments: FILE with the body, in which MESSAGE_ID stands for the id, and WISH, if it is there behind that, for one
-- wish or another; a PREFIX for the ids; a bearer TOKEN, if there is one.
local before, prefix
local behind = {}
local wishes = {"window seat please", "a seat at the window", "vegan meal", "a vegan meal please", "extra legroom",
  "a seat with more legroom", "wheelchair at the gate", "a cot for the baby", "no music", "late check in", "two more bags",
  "lounge access before the flight"}
local count = 0

function init(args)
  local file = assert(io.open(args[1]))
  local body = file:read("*a")
  file:close()
  local first, last = body:find("MESSAGE_ID", 1, true)
  before = body:sub(1, first - 1)
  local rest = body:sub(last + 1)
  for number, wish in ipairs(wishes) do behind[number] = rest:gsub("WISH", wish) end
  prefix = args[2]
  wrk.headers["Content-Type"] = "application/json"
  wrk.headers["A2A-Version"] = "1.0"
  if args[3] then wrk.headers["Authorization"] = "Bearer " .. args[3] end
end

function request()
  count = count + 1
  return wrk.format("POST", nil, nil, before .. prefix .. count .. behind[count % #behind + 1])
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format("FIGURES %d %d %.1f %.1f %d", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
