import { join } from 'node:path'
import type { DemoSettings } from './demo-settings.ts'

/** One part of the demo: what to run, and the address that answers 200 when it is ready. */
export interface DemoPart {
  /** Its name for people. */
  readonly name: string
  readonly entry: URL
  readonly env: NodeJS.ProcessEnv
  readonly readyUrl: string
  /** The file for its output; not set when the output goes to the terminal. */
  readonly logFile?: string
}

/** The parts to start, in this order. */
export function planDemoParts(
  settings: DemoSettings,
  env: NodeJS.ProcessEnv,
  gatewayEntry = new URL('../../gateway/src/main.ts', import.meta.url),
): readonly DemoPart[] {
  const log = (name: string) =>
    settings.logToTerminal ? {} : { logFile: join(settings.dataDir, `${name}.log`) }
  const mailbox: DemoPart = {
    name: 'Mailbox',
    entry: new URL('./mailbox-main.ts', import.meta.url),
    env: plainEnv(env, settings),
    readyUrl: `http://127.0.0.1:${settings.mailboxPort}/api/healthz`,
    ...log('mailbox'),
  }
  const backend: DemoPart = {
    name: 'Machine backend',
    entry: new URL('./backend-main.ts', import.meta.url),
    env: plainEnv(env, settings),
    readyUrl: `http://127.0.0.1:${settings.backendPort}/healthz`,
    ...log('backend'),
  }
  const gateway: DemoPart = {
    name: 'Gateway',
    entry: gatewayEntry,
    env: settings.gatewayEnv,
    readyUrl: `http://127.0.0.1:${settings.gatewayPort}/readyz`,
    ...log('gateway'),
  }
  return [
    ...(settings.startsMailbox ? [mailbox] : []),
    ...(settings.startsBackend ? [backend] : []),
    gateway,
  ]
}

/** The environment without the gateway's secrets, which must not reach other parts, least of all shells. */
function plainEnv(env: NodeJS.ProcessEnv, settings: DemoSettings): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, SHELL, NODE_COMPILE_CACHE } = env
  return {
    ...{ PATH, HOME, LANG, SHELL, NODE_COMPILE_CACHE },
    DATA_DIR: settings.dataDir,
    PORT: String(settings.gatewayPort),
    DEMO_BACKEND_PORT: String(settings.backendPort),
    DEMO_SMTP_PORT: String(settings.smtpPort),
    DEMO_MAILBOX_PORT: String(settings.mailboxPort),
  }
}
