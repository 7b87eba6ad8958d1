import { join } from 'node:path'
import { readDemoSettings } from './demo-settings.ts'
import { startMailbox } from './mailbox.ts'
import { stopOnSignal } from './stop-on-signal.ts'

const { smtpPort, mailboxPort, dataDir } = readDemoSettings(process.env)
const directory = join(dataDir, 'mailbox')
const mailbox = await startMailbox({ smtpPort, webPort: mailboxPort, directory })
stopOnSignal(() => mailbox.stop())
