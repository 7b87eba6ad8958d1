import { createAuth, defaultSettings } from '@gatehouse/auth-core'
import { createMemoryPorts } from '@gatehouse/auth-core/testing'

const ports = createMemoryPorts()

/** The core in memory. */
export const auth = createAuth(ports, { ...defaultSettings, otpDefault: false })

/** Its clock. */
export const now = () => ports.clock.now()
