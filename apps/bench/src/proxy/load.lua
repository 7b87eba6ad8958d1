-- What wrk sends. Arguments: the size of each request's body in bytes, 0 for a GET; and the mean
-- pause of a connection between two requests in milliseconds, 0 for none.

function init(arguments)
  local bytes = tonumber(arguments[1])
  local pause = tonumber(arguments[2])
  if bytes > 0 then
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/octet-stream"
    wrk.body = string.rep("x", bytes)
  end
  -- wrk looks for this name after init, and before each request, the first included.
  if pause > 0 then
    function delay()
      return math.random(0, 2 * pause)
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
