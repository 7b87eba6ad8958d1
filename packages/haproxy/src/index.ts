/** `@gatehouse/haproxy`: HAProxy as an edge that checks access tokens by itself. */
export { createEdgePusher, type EdgePusher } from './create-edge-pusher.ts'
export { type EdgeMap, type EdgeState, edgeMap, freshSeconds, mapText } from './edge-map.ts'
export {
  type EdgeOptions,
  type EdgeProblems,
  mapFileName,
  requestIdMark,
} from './edge-options.ts'
export { haproxyConfiguration } from './haproxy-configuration.ts'
export { maxSkewSeconds } from './push-map.ts'
export { type EdgeReading, readMap } from './read-map.ts'
export { type EdgeAddress, edgeAddress } from './runtime-socket.ts'
