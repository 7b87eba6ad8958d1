import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { Hindered } from '../expect/outcomes.ts'
import { codeIn, createMailbox, linkTokenIn } from './mailbox.ts'

const server = createServer((request, response) => {
  response.end(JSON.stringify(pages.get(request.url ?? '') ?? {}))
})
const pages = new Map<string, unknown>()

afterEach(() => {
  pages.clear()
  server.close()
})

describe('a mailbox', () => {
  it('finds the newest mail to an address that has what is looked for', async () => {
    pages.set('/mails', [
      { id: '1', to: [{ address: 'Ada@example.com' }], text: 'code 111111' },
      { id: '2', to: [{ address: 'ada@example.com' }], text: 'code 222222' },
      { id: '3', to: [{ address: 'ada@example.com' }], text: 'no code' },
      { id: '4', to: [{ address: 'eve@example.com' }], text: 'code 444444' },
    ])
    expect(await (await open()).find('ada@example.com', codeIn)).toBe('222222')
  })

  it('reads a mail by its id where the list has no texts', async () => {
    pages.set('/mails', [{ id: 'a b', to: [{ address: 'ada@example.com' }] }])
    pages.set('/mails/a%20b', { text: 'code 333333' })
    expect(await (await open()).find('ada@example.com', codeIn)).toBe('333333')
  })

  it('gives up when no such mail comes', async () => {
    pages.set('/mails', [])
    expect(await (await open(0)).find('ada@example.com', codeIn)).toBeUndefined()
  })

  it('says when it is no mailbox', async () => {
    await expect((await open()).find('ada@example.com', codeIn)).rejects.toThrow(Hindered)
  })
})

describe('in a mail', () => {
  it.each([
    ['https://id.example/verify-email#token=aB-_9', 'aB-_9'],
    ['https://id.example/reset?reset_token=xyz&more=1', 'xyz'],
    ['https://id.example/', undefined],
  ])('the token of the link %s is %s', (text, token) => {
    expect(linkTokenIn(`Hello\n${text}\n`)).toBe(token)
  })

  it.each([
    ['Your code is 012345.', '012345'],
    ['#token=a-123456-b, 1234567 or 12345', undefined],
  ])('the code of "%s" is %s', (text, code) => {
    expect(codeIn(text)).toBe(code)
  })
})

async function open(patienceSeconds = 20) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return createMailbox({ url: `http://127.0.0.1:${port}/mails`, patienceSeconds })
}
