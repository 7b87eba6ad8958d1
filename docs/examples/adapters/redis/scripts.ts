/** The rest of a window in milliseconds. One that would run longer than a new one is made as long as a new one. */
const left = `
local longest = tonumber(ARGV[1])
local left = redis.call('pttl', KEYS[1])
if taken > 0 and (left < 0 or left > longest) then
  redis.call('pexpire', KEYS[1], longest)
  left = longest
end
return { taken, math.max(left, 0) }`

const count = `local taken = tonumber(redis.call('get', KEYS[1]) or '0')`

/**
 * What the server does in one step for each method, in Lua. `KEYS[1]` is the counter, `ARGV[1]` the length of a new
 * window in milliseconds. `take` and `look` return the count and the rest of the window in milliseconds.
 */
export const scripts = {
  // The first one makes the key, which has no end yet.
  take: `local taken = redis.call('incr', KEYS[1])${left}`,
  look: `${count}${left}`,
  // Of no window and of an empty one nothing is taken back; the end of the window stays.
  refund: `${count}\nif taken > 0 then redis.call('decr', KEYS[1]) end`,
  reset: `redis.call('del', KEYS[1])`,
} as const
