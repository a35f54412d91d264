-- Sends the requests of a file in turn (a line each: method, path, token, body and preference, with tabs between them).
-- What has a body gets an Idempotency-Key of its own. Arguments: the file, and what keys begin with.

local requests, place, sent, prefix = {}, 0, 0, ""
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

function init(args)
  prefix = args[2] .. "-" .. number .. "-"
  for line in io.lines(args[1]) do
    local method, path, token, body, prefer = line:match("^(.-)\t(.-)\t(.-)\t(.-)\t(.*)$")
    local headers = { ["Authorization"] = "Bearer " .. token }
    if prefer ~= "" then headers["Prefer"] = prefer end
    if body == "" then
      requests[#requests + 1] = { ready = wrk.format(method, path, headers) }
    else
      headers["Content-Type"] = "application/json"
      requests[#requests + 1] = { method = method, path = path, headers = headers, body = body }
    end
  end
  -- Threads begin at different places, or they would ask for the same at the same time.
  place = number * 7
end

function request()
  place = place % #requests + 1
  local one = requests[place]
  if one.ready then return one.ready end
  sent = sent + 1
  one.headers["Idempotency-Key"] = prefix .. sent
  return wrk.format(one.method, one.path, one.headers, one.body)
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('{"answers": %d, "failed": %d, "seconds": %f, "p50": %f, "p99": %f}\n', summary.requests, failed,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
