import type { OtherPeerOptions, Peer } from './peer.ts'
import { startEdgePeer } from './peers/edge.ts'
import { startHaproxyPeer } from './peers/haproxy.ts'
import { startNginxPeer } from './peers/nginx.ts'
import { startProgramPeer } from './peers/program.ts'

/**
 * The peers that Gatehouse is compared with, by their short names on the command line, in the order of their
 * turns. Gatehouse comes last.
 */
export const peers = {
  haproxy: startHaproxyPeer,
  edge: (options) => startEdgePeer(options),
  nginx: startNginxPeer,
  bare: (options) =>
    startProgramPeer('bare-server', options, {
      name: 'bare `http.Server`, answers by itself',
      work: 'answer',
    }),
  fastify: (options) =>
    startProgramPeer('fastify-stack', options, {
      name: 'Fastify, @fastify/jwt, @fastify/http-proxy',
      work: 'full',
    }),
  express: (options) =>
    startProgramPeer('express-stack', options, {
      name: 'Express, express-jwt, http-proxy-middleware',
      work: 'full',
    }),
} satisfies Readonly<Record<string, (options: OtherPeerOptions) => Promise<Peer>>>

/** One of these names. */
export type PeerName = keyof typeof peers
