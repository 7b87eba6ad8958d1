import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually, freePort } from '@gatehouse/test-services'

/** A mail server whose mails can be read over HTTP. */
export interface RunningMailbox {
  /** Where mails go. */
  readonly smtpUrl: string
  /** Where they can be read. */
  readonly url: string
  close(): Promise<void>
}

const program = join(import.meta.dirname, '../../demo/src/mailbox-main.ts')

/** Starts MailDev, as `npm start` does, in a process of its own. */
export async function startMailbox(): Promise<RunningMailbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-mailbox-'))
  const [smtpPort, webPort] = [await freePort(), await freePort()]
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataDir,
    DEMO_SMTP_PORT: String(smtpPort),
    DEMO_MAILBOX_PORT: String(webPort),
  }
  const child = spawn(process.execPath, ['--conditions=@gatehouse/source', program], {
    ...{ env, stdio: 'ignore' },
  })
  const ended = once(child, 'exit')
  const base = `http://127.0.0.1:${webPort}`
  await eventually('the mailbox', async () => {
    if (child.exitCode !== null) throw new Error(`the mailbox ended with ${child.exitCode}`)
    const answer = await fetch(`${base}/api/healthz`).catch(() => undefined)
    return answer?.ok ? true : undefined
  })
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    url: `${base}/api/email`,
    async close() {
      child.kill()
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
