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
  bare: (site) =>
    startProgramPeer('bare-server', site, {
      name: 'bare `http.Server`, answers by itself',
      work: 'answer',
    }),
  fastify: (site) =>
    startProgramPeer('fastify-stack', site, {
      name: 'Fastify, @fastify/jwt, @fastify/http-proxy',
      work: 'full',
    }),
  express: (site) =>
    startProgramPeer('express-stack', site, {
      name: 'Express, express-jwt, http-proxy-middleware',
      work: 'full',
    }),
} satisfies Readonly<Record<string, (site: Site) => Promise<Peer>>>

export type PeerName = keyof typeof peers
