import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { openMailSink } from '../test-support/mail-sink.ts'
import { otpMail } from '../test-support/mails.ts'
import { deliver, openMailer } from '../test-support/open-mailer.ts'
import { openTalkingServer, type TalkingServer } from '../test-support/talking-server.ts'

const patience = 10
const slow = { ...otpMail, to: 'slow@example.com' }
const unavailable = { port: 'mailer', failure: 'unavailable' }
const timeout = { port: 'mailer', failure: 'timeout' }

/** Until the driver has seen that a connection is gone, in milliseconds. */
const noticedMs = 100

/** As long as the driver would need to begin again by itself. */
const beginsAgainMs = 400

describe('a mail that is prepared', () => {
  it.each([
    ['one command after the other', '250 fine\r\n'],
    ['all commands at once', '250-fine\r\n250 PIPELINING\r\n'],
  ])('has been accepted, and the server has nothing of its content: %s', async (_, hello) => {
    const answer = (command: string) => (command === 'EHLO' ? hello : undefined)
    const server = await openTalkingServer({ answer })
    const delivery = await openMailer(server.url).prepare('mail-1', otpMail, patience)
    await sleep(50)
    expect(server.commands).toEqual(['EHLO', 'MAIL', 'RCPT', 'DATA'])
    expect(server.content).toEqual([])
    await delivery.send(patience)
    expect(mailsTakenBy(server)).toBe(1)
    expect(server.content.join('\n')).toContain(otpMail.code)
  })

  it('waits for its turn, and others overtake it', async () => {
    const sink = await openMailSink()
    const mailer = openMailer(sink.url)
    const delivery = await mailer.prepare('mail-1', slow, patience)
    for (const id of ['mail-2', 'mail-3']) await deliver(mailer, { id, mail: otpMail })
    expect(sink.mails).toHaveLength(2)
    await delivery.send(patience)
    const reached = sink.mails.map(({ recipients }) => recipients.join())
    expect(reached).toEqual([otpMail.to, otpMail.to, slow.to])
  })

  it('is nothing to the server when it is cancelled', async () => {
    const server = await openTalkingServer()
    const delivery = await openMailer(server.url).prepare('mail-1', otpMail, patience)
    delivery.cancel()
    await until(() => server.openConnections() === 0)
    await expect(delivery.send(patience)).rejects.toMatchObject(unavailable)
    await sleep(beginsAgainMs)
    expect(server.commands).toEqual(['EHLO', 'MAIL', 'RCPT', 'DATA'])
    expect(server.content).toEqual([])
  })

  it('does not arrive when it is cancelled, and the next one does', async () => {
    const sink = await openMailSink()
    const mailer = openMailer(sink.url)
    const delivery = await mailer.prepare('mail-1', slow, patience)
    delivery.cancel()
    await deliver(mailer, { id: 'mail-2', mail: otpMail })
    expect(sink.onlyMail().recipients).toEqual([otpMail.to])
  })

  it.each([
    ['a new connection', 0],
    ['a connection that has carried others', 2],
  ])('is not sent, and not begun again, when %s is cut while it waits', async (_, before) => {
    const server = await openTalkingServer()
    const mailer = openMailer(server.url)
    for (let nth = 0; nth < before; nth += 1)
      await deliver(mailer, { id: `mail-${nth}`, mail: otpMail })
    const delivery = await mailer.prepare('mail-9', otpMail, patience)
    server.cut()
    // Later it could not be told from a cut after the content.
    await sleep(noticedMs)
    await expect(delivery.send(patience)).rejects.toMatchObject(unavailable)
    await sleep(beginsAgainMs)
    expect(mailsTakenBy(server)).toBe(before)
    expect(server.commands.filter((command) => command === 'MAIL')).toHaveLength(before + 1)
    await deliver(mailer, { id: 'mail-10', mail: otpMail })
    expect(mailsTakenBy(server)).toBe(before + 1)
  })

  it('F-6: is not sent a second time when the connection is cut after its content: it may have arrived', async () => {
    const server = await openTalkingServer({
      answer(command) {
        if (command === 'end of data') server.cut()
        return undefined
      },
    })
    await expect(
      deliver(openMailer(server.url), { id: 'mail-1', mail: otpMail }),
    ).rejects.toMatchObject(timeout)
    await sleep(beginsAgainMs)
    expect(mailsTakenBy(server)).toBe(1)
  })

  it('was not sent when the server says so before it has the content', async () => {
    const server = await openTalkingServer()
    const delivery = await openMailer(server.url).prepare('mail-1', otpMail, patience)
    server.say('250 I know already\r\n')
    await sleep(50)
    const tooLate = delivery.send(patience)
    await expect(tooLate).rejects.toMatchObject({ port: 'mailer', failure: 'corrupt' })
  })
})

describe('a recipient over whom the server falls silent', () => {
  it('holds up no other, and is left when patience ends', async () => {
    const sink = await openMailSink({
      onRcptTo: ({ address }, _, accept) => (address === slow.to ? undefined : accept()),
    })
    const mailer = openMailer(sink.url)
    const left = expect(mailer.prepare('mail-1', slow, 1)).rejects.toMatchObject(timeout)
    for (const id of ['mail-2', 'mail-3']) await deliver(mailer, { id, mail: otpMail })
    expect(sink.mails).toHaveLength(2)
    await left
  })

  it('has all of that time, however long the connection took', async () => {
    const server = await openTalkingServer({ greetAfterMs: 500 })
    await deliver(openMailer(server.url), { id: 'mail-1', mail: otpMail, patienceSeconds: 0.4 })
    expect(mailsTakenBy(server)).toBe(1)
  })
})

describe('a server that falls silent after the content', () => {
  it('has the time it was given, and gets no second copy', async () => {
    let end = ''
    const server = await openTalkingServer({
      answer: (command) => (command === 'end of data' ? end : undefined),
    })
    const mailer = openMailer(server.url)
    const delivery = await mailer.prepare('mail-1', otpMail, patience)
    await expect(delivery.send(0.2)).rejects.toMatchObject(timeout)
    await sleep(beginsAgainMs)
    expect(mailsTakenBy(server)).toBe(1)
    end = '250 fine\r\n'
    await deliver(mailer, { id: 'mail-2', mail: otpMail })
    expect(mailsTakenBy(server)).toBe(2)
  })
})

describe('a mailer that is closed', () => {
  it('finishes the mail whose content is on its way, and sends none else', async () => {
    const server = await openTalkingServer({
      answer: (command, line) =>
        command === 'end of data' || line.includes(slow.to) ? '' : undefined,
    })
    const mailer = openMailer(server.url)
    const hanging = expect(mailer.prepare('mail-1', slow, patience)).rejects.toMatchObject(
      unavailable,
    )
    const waiting = await mailer.prepare('mail-2', otpMail, patience)
    const leaving = (await mailer.prepare('mail-3', otpMail, patience)).send(patience)
    await until(() => mailsTakenBy(server) === 1)
    const closing = mailer.close()
    await hanging
    await expect(waiting.send(patience)).rejects.toMatchObject(unavailable)
    server.say('250 fine\r\n')
    await expect(leaving).resolves.toBeUndefined()
    await closing
    await expect(deliver(mailer, { id: 'mail-4', mail: otpMail })).rejects.toMatchObject(
      unavailable,
    )
    expect(mailsTakenBy(server)).toBe(1)
  })
})

function mailsTakenBy({ commands }: TalkingServer): number {
  return commands.filter((command) => command === 'end of data').length
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5)
}
