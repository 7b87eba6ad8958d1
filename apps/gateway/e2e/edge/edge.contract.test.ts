/** What engines promise about forwarding, kept by a real HAProxy with a gateway behind it. */
import { createUndiciEngine } from '@gatehouse/proxy'
import { type Deviations, forwardingContract, type StartGateway } from '@gatehouse/proxy/contracts'
import { mintToken, startAttackedGateway } from '../../testing/attacked-gateway.ts'
import { startEdge } from '../support/edge.ts'

/** Every request without a token gets a good one. */
const start: StartGateway = async (backend, settings = {}) => {
  const { timeoutSeconds = 5, maxConnections = 8, maxHeaderBytes = 16_384 } = settings
  const gateway = await startAttackedGateway(
    (options) => createUndiciEngine({ ...options, timeoutSeconds, maxConnections, maxHeaderBytes }),
    backend,
    { trustedProxies: ['127.0.0.1'] },
  )
  const edge = await startEdge({
    backend,
    gateway,
    limits: { timeoutSeconds, maxConnections },
    clients: { maxHeaderBytes },
    rewrite: (text) => text.replace('frontend edge\n', `frontend edge\n${withToken}`),
  })
  return { ...edge, forwarded: () => 0, left: () => 0, engine: { close: edge.close } }
}

const withToken = `  http-request set-header Authorization "Bearer ${mintToken()}" unless { req.fhdr(authorization) -m found }\n`

const ofClients = 'the first request of a client gets a new connection'
const interim = 'interim answers of the backend are passed on'
const ofItself = 'the test asks the engine about itself'
const deviations: Deviations = {
  'sends the headers it was given, its own Host, and nothing else of the client’s':
    'it makes them itself: forwarding.test.ts compares them with those of a gateway',
  'T-67: refuses a body in the transfer coding gzip, chunked': 'it is refused with 422',
  'uses one connection for requests one after the other':
    'the first request of each client gets a new one',
  'T-69: POST "" on a connection closed at reuse makes 502': ofClients,
  'T-69: DELETE "" on a connection closed at reuse makes 502': ofClients,
  'T-69: GET "x" on a connection closed at reuse makes 502': ofClients,
  'T-66: keeps back what ends at this hop': 'an answer that names fields in Connection is 502',
  'T-69: keeps 100 Continue to itself and relays the final answer': interim,
  'T-69: keeps 100 Continue, twice to itself and relays the final answer': interim,
  'T-69: keeps 100 after 103 to itself and relays the final answer': interim,
  'T-69: keeps 102 Processing to itself and relays the final answer': interim,
  'T-69: keeps 103 Early Hints to itself and relays the final answer': interim,
  'passes over a 100 to GET that comes in parts': interim,
  'passes over a 100 to DELETE that comes in parts': interim,
  'passes over a 100 to POST that comes in parts': interim,
  'leaves it to the client whether its connection stays open': 'HTTP/1.1 needs no keep-alive',
  'T-69: answers 502 when nobody listens, and recovers when somebody does': 'it is 503',
  'T-69: answers 502 when the backend gives a length and chunks':
    'the length is dropped (RFC 9112)',
  'relays an answer whose reason cannot be written again': 'the reason is passed on',
  'hangs up on the backend when it is closed, and answers whoever waits': ofItself,
  'T-72: takes a request that waits out of the queue when its client goes': ofItself,
  'T-89: answers 503 when as many requests wait as there are connections':
    'requests wait for five seconds, and are 503 then',
}

forwardingContract('an edge', start, deviations)
