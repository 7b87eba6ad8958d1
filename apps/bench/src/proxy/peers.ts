import type { Peer, Site } from './peer.ts'
import { startHaproxyPeer } from './peers/haproxy.ts'
import { startNginxPeer } from './peers/nginx.ts'
import { startProgramPeer } from './peers/program.ts'

/**
 * Those that Gatehouse is compared with, by the short names of the command line and in the order in
 * which they have their turns. Gatehouse's is the last.
 */
export const peers = {
  haproxy: startHaproxyPeer,
  nginx: startNginxPeer,
  bare: (environment) =>
    startProgramPeer('bare-server', environment, {
      name: 'bare `http.Server`, answers by itself',
      work: 'answer',
    }),
  fastify: (environment) =>
    startProgramPeer('fastify-stack', environment, {
      name: 'Fastify, @fastify/jwt, @fastify/http-proxy',
      work: 'full',
    }),
  express: (environment) =>
    startProgramPeer('express-stack', environment, {
      name: 'Express, express-jwt, http-proxy-middleware',
      work: 'full',
    }),
} satisfies Readonly<Record<string, (environment: Site) => Promise<Peer>>>

export type PeerName = keyof typeof peers
