import { LaunchError } from './launch-error.ts'

/** A port that the demo or the gateway listens on, and its setting. */
export interface PortSetting {
  readonly setting: string
  readonly port: number
}

/** The settings of all parts of the demo. */
export interface DemoSettings {
  readonly gatewayPort: number
  readonly backendPort: number
  readonly smtpPort: number
  readonly mailboxPort: number
  /** The directory for all data and logs. */
  readonly dataDir: string
  /** Whether the demo's machine backend is used: not when `MACHINE_BACKEND_URL` names another. */
  readonly startsBackend: boolean
  /** Whether the demo's mailbox is used: not when `SMTP_URL` names another mail server. */
  readonly startsMailbox: boolean
  /** Whether logs go to the terminal instead of files. */
  readonly logToTerminal: boolean
  /** Every port that must be free before the start. */
  readonly ports: readonly PortSetting[]
  /** The gateway's environment: the given variables, with the demo's defaults for the others. */
  readonly gatewayEnv: NodeJS.ProcessEnv
}

/**
 * Reads the launcher's settings. An empty variable counts as one that is not set.
 * @throws {LaunchError} naming the variable, if a port is none or two settings share one.
 */
export function readDemoSettings(env: NodeJS.ProcessEnv): DemoSettings {
  const gateway = readPort(env, 'PORT', 8080)
  const backend = readPort(env, 'DEMO_BACKEND_PORT', 9000)
  const smtp = readPort(env, 'DEMO_SMTP_PORT', 1025)
  const mailbox = readPort(env, 'DEMO_MAILBOX_PORT', 1080)
  const dataDir = env.DATA_DIR || '.data'
  const startsBackend = isUnsetOrOwn(env.MACHINE_BACKEND_URL, backend.port)
  const startsMailbox = isUnsetOrOwn(env.SMTP_URL, smtp.port)
  const ports = [
    gateway,
    ...(startsMailbox ? [smtp, mailbox] : []),
    ...(startsBackend ? [backend] : []),
  ]
  refuseSharedPorts(ports)
  return {
    gatewayPort: gateway.port,
    backendPort: backend.port,
    smtpPort: smtp.port,
    mailboxPort: mailbox.port,
    dataDir,
    startsBackend,
    startsMailbox,
    logToTerminal: env.LOG_TO_TERMINAL === '1',
    ports,
    gatewayEnv: {
      ...env,
      PORT: String(gateway.port),
      DATA_DIR: dataDir,
      // The demo opens no port without being asked.
      METRICS_PORT: env.METRICS_PORT || 'off',
      PUBLIC_BASE_URL: env.PUBLIC_BASE_URL || `http://localhost:${gateway.port}`,
      SMTP_URL: env.SMTP_URL || `smtp://127.0.0.1:${smtp.port}`,
      MACHINE_BACKEND_URL: env.MACHINE_BACKEND_URL || `http://127.0.0.1:${backend.port}`,
    },
  }
}

function readPort(env: NodeJS.ProcessEnv, setting: string, unset: number): PortSetting {
  const text = env[setting] || String(unset)
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port >= 1 && port <= 65_535) return { setting, port }
  throw new LaunchError(`${setting} must be a port number from 1 to 65535.`)
}

function refuseSharedPorts(ports: readonly PortSetting[]): void {
  for (const [index, { setting, port }] of ports.entries()) {
    const other = ports.slice(index + 1).find((candidate) => candidate.port === port)
    if (other) {
      throw new LaunchError(`${setting} and ${other.setting} are both ${port}; each needs its own.`)
    }
  }
}

/** Whether an address is unset or the demo's own; otherwise the demo does not start its server. */
function isUnsetOrOwn(url: string | undefined, port: number): boolean {
  if (!url) return true
  const parsed = URL.parse(url)
  if (!parsed) return false
  const { hostname } = parsed
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) && parsed.port === String(port)
}
