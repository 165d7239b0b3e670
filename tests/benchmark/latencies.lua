-- wrk script: as request.lua, and how many requests took how long: buckets of a hundredth, by number (bucket 0 is a microsecond).
dofile(debug.getinfo(1).source:match("@(.*/)") .. "request.lua")
local figures = done

function done(summary, latency, requests)
  figures(summary, latency, requests)
  local counts = {}
  for place = 1, #latency do
    local value, count = latency(place)
    local bucket = math.floor(math.log(math.max(value, 1)) / math.log(1.01))
    counts[bucket] = (counts[bucket] or 0) + count
  end
  local told = {}
  for bucket, count in pairs(counts) do told[#told + 1] = bucket .. ":" .. count end
  print("LATENCIES " .. table.concat(told, " "))
end
