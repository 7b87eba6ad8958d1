import { describe, it } from '@jest/globals'
import { PortError } from '../../src/ports/index.ts'
import { mailerContract } from '../contracts/mailer-contract.ts'
import { registerContract } from '../contracts/register-contract.ts'
import { createMemoryMailer } from './memory-mailer.ts'

const mailer = createMemoryMailer()

registerContract(
  { describe, it },
  'memory',
  mailerContract({
    open: async () => mailer,
    openBroken: async () => failing(new PortError('mailer', 'unavailable')),
    openRejecting: async () => failing(new PortError('mailer', 'rejected')),
    openBusy: async () => failing(new PortError('mailer', 'unavailable')),
    openSilent: async () => failing(new PortError('mailer', 'timeout')),
    received: async () =>
      mailer.sent.map(({ id, mail }) => ({
        messageId: id,
        to: mail.to,
        text: JSON.stringify(mail),
      })),
  }),
)

function failing(error: PortError) {
  const failed = createMemoryMailer()
  failed.failWith(error)
  return failed
}
