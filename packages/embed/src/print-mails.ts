import type { Mail, Mailer } from '@gatehouse/auth-core/ports'

/**
 * A mailer for trying out: it writes each mail as one line of JSON, secrets included, and sends nothing. Not for
 * people.
 *
 * @param write Gets each line; `console.log` unless given.
 */
export function printMails(write: (line: string) => void = console.log): Mailer {
  return {
    prepare: async (_id, mail: Mail) => ({
      send: async () => write(`mail ${JSON.stringify(mail)}`),
      cancel: () => undefined,
    }),
    checkReady: async () => {},
  }
}
