import { once } from 'node:events'
import { readDemoSettings } from './demo-settings.ts'
import { createMachineBackend } from './machine-backend.ts'
import { stopOnSignal } from './stop-on-signal.ts'

const { backendPort, dataDir } = readDemoSettings(process.env)
const backend = createMachineBackend({ dataDir })
stopOnSignal(() => backend.stop())
backend.server.listen(backendPort, '127.0.0.1')
await once(backend.server, 'listening')
