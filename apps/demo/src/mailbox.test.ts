import { get } from 'node:http'
import { afterEach, expect, it, jest } from '@jest/globals'
import { createTransport } from 'nodemailer'
import { WebSocket } from 'ws'
import { temporaryDirectory } from '../test-support/temporary-directory.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'

// MailDev says where it listens even when it is told to be silent.
jest.spyOn(console, 'info').mockImplementation(() => undefined)

// A test that fails in the middle must not leave a server behind, for which Jest would wait.
const running = new Set<Mailbox>()
afterEach(async () => {
  await Promise.all([...running].map(stop))
})

it('lists a mail that came by SMTP, and still does after a restart', async () => {
  const directory = temporaryDirectory()
  const mailbox = await start(directory)
  await send(mailbox, 'Verify your address')
  const [mail] = await listMails(mailbox)
  await stop(mailbox)
  expect(mail).toMatchObject({
    subject: 'Verify your address',
    to: [{ address: 'ada@example.com' }],
    text: expect.stringContaining('code 123456'),
  })

  const restarted = await start(directory)
  const mails = await listMails(restarted)
  await stop(restarted)
  expect(mails).toMatchObject([{ subject: 'Verify your address' }])
})

it('shows its page to a browser', async () => {
  const directory = temporaryDirectory()
  const mailbox = await start(directory)
  const page = await fetch(`http://localhost:${mailbox.webPort}/`, {
    headers: { Accept: 'text/html' },
  })
  const text = await page.text()
  await stop(mailbox)
  expect(page.status).toBe(200)
  expect(text).toContain('<title>MailDev')
})

it('shows mails to no other web site', async () => {
  const directory = temporaryDirectory()
  const mailbox = await start(directory)
  const own = `127.0.0.1:${mailbox.webPort}`
  const strangers = [
    { Host: own, Origin: 'https://evil.example' },
    { Host: own, Origin: 'null' },
    { Host: `evil.example:${mailbox.webPort}` },
    { Host: `localhost.evil.example:${mailbox.webPort}` },
  ]
  const statuses: (number | undefined)[] = []
  for (const headers of strangers) {
    for (const path of ['/api/email', '/socket.io/?EIO=4&transport=polling']) {
      statuses.push(await statusOf(mailbox.webPort, path, headers))
    }
  }
  const socket = await socketAnswer(mailbox.webPort, 'https://evil.example')
  const ownSocket = await socketAnswer(mailbox.webPort, `http://${own}`)
  await stop(mailbox)
  expect(new Set(statuses)).toEqual(new Set([403]))
  expect([socket, ownSocket]).toEqual(['refused', 'open'])
})

it('leaves nothing running when one of its ports is taken', async () => {
  const directory = temporaryDirectory()
  const first = await start(directory)
  const second = startMailbox({ smtpPort: 0, webPort: first.webPort, directory: directory })
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await stop(first)
})

async function start(directory: string): Promise<Mailbox> {
  const mailbox = await startMailbox({ smtpPort: 0, webPort: 0, directory })
  running.add(mailbox)
  return mailbox
}

async function stop(mailbox: Mailbox): Promise<void> {
  running.delete(mailbox)
  await mailbox.stop()
}

async function send(mailbox: Mailbox, subject: string): Promise<void> {
  const transport = createTransport(`smtp://127.0.0.1:${mailbox.smtpPort}`)
  await transport.sendMail({
    from: 'gatehouse@example.com',
    to: 'ada@example.com',
    subject,
    text: 'Your code 123456',
  })
  transport.close()
}

async function listMails(mailbox: Mailbox): Promise<readonly unknown[]> {
  const answer = await fetch(`http://127.0.0.1:${mailbox.webPort}/api/email`)
  return (await answer.json()) as readonly unknown[]
}

function statusOf(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    request.on('error', reject)
  })
}

function socketAnswer(port: number, origin: string): Promise<'open' | 'refused'> {
  const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(url, { origin })
  return new Promise((resolve) => {
    socket.once('error', () => resolve('refused'))
    socket.once('open', () => {
      socket.terminate()
      resolve('open')
    })
  })
}
