/** T-64 to T-74 on bare sockets, against the server as the gateway makes it, with either engine. */
import { engines, startBackend } from '@gatehouse/proxy/testing'
import { askAt, type StartAttacked } from '../../testing/abuse/attacked.ts'
import { bodyAbuse } from '../../testing/abuse/body-abuse.ts'
import { requestAbuse } from '../../testing/abuse/request-abuse.ts'
import { startAttackedGateway } from '../../testing/attacked-gateway.ts'

for (const [name, createEngine] of engines) {
  const start: StartAttacked = async (settings, handler) => {
    const backend = await startBackend(handler)
    const gateway = await startAttackedGateway(createEngine, backend, settings)
    return { backend, gateway, ask: askAt(gateway.port) }
  }
  requestAbuse(`through ${name}`, start)
  bodyAbuse(`through ${name}`, start)
}
