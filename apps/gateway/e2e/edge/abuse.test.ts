/** T-35 and T-64 to T-74 against a real HAProxy as an edge, with a gateway behind it. */
import { createUndiciEngine } from '@gatehouse/proxy'
import type { Deviations } from '@gatehouse/proxy/contracts'
import { startBackend } from '@gatehouse/proxy/testing'
import { askAt, type StartAttacked } from '../../testing/abuse/attacked.ts'
import { bodyAbuse } from '../../testing/abuse/body-abuse.ts'
import { requestAbuse } from '../../testing/abuse/request-abuse.ts'
import { startAttackedGateway } from '../../testing/attacked-gateway.ts'
import { startEdge } from '../support/edge.ts'

const start: StartAttacked = async (settings = {}, handler) => {
  const backend = await startBackend(handler)
  const behind = { ...settings, trustedProxies: ['127.0.0.1'] }
  const gateway = await startAttackedGateway(createUndiciEngine, backend, behind)
  const { headersTimeoutSeconds, maxConnections } = settings.limits ?? {}
  const clients = {
    ...(headersTimeoutSeconds !== undefined && { headersTimeoutSeconds }),
    ...(maxConnections !== undefined && { maxConnections }),
  }
  const edge = await startEdge({ backend, gateway, clients })
  return { backend, gateway: { ...edge, own: gateway.own }, ask: askAt(edge.port) }
}

/** What the tests of deviations look at instead. */
const ofHaproxy = 'HAProxy makes one plain request of it, as RFC 9112 allows'
const deviations: Deviations = {
  'T-67: a length and chunks is refused, and hung up on': ofHaproxy,
  'T-67: one length twice is refused, and hung up on': ofHaproxy,
  'T-67: lengths in a list is refused, and hung up on': ofHaproxy,
  'T-67: a folded line is refused, and hung up on': ofHaproxy,
  'T-67: a bare line feed is refused, and hung up on': ofHaproxy,
  'T-67: a coding before chunks is refused, and hung up on': 'it is refused with 422',
  'B-153: an offer of h2c, websocket is passed over, and never goes on': 'without a key it is 400',
  'B-153: an offer of websocket is passed over, and never goes on': 'without a key it is 400',
  'T-72: what is too slow or too large is refused, and hung up on': 'what is too large is 400',
  'T-72: idle connections have a cap, beyond which new ones are closed': 'they wait',
}

requestAbuse('through an edge', start, deviations)
bodyAbuse('through an edge', start, deviations)
