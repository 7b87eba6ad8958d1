import { describe, expect, it } from '@jest/globals'
import { parseMasterKey } from './parse-master-key.ts'

const bytes = Buffer.from(Array.from({ length: 32 }, (_, at) => 255 - at))
const base64 = bytes.toString('base64')

describe('parseMasterKey', () => {
  it.each([
    ['base64', base64],
    ['base64 with a line feed after it', `${base64}\n`],
    ['base64 with spaces around it', `  ${base64} `],
  ])('reads 32 bytes in %s', (_, text) => {
    expect(parseMasterKey(text)).toEqual(bytes)
  })

  it.each([
    ['nothing', ''],
    ['31 bytes', bytes.subarray(1).toString('base64')],
    ['33 bytes', Buffer.concat([bytes, Buffer.of(0)]).toString('base64')],
    ['hexadecimal', bytes.toString('hex')],
    ['no padding', base64.replace('=', '')],
    ['a space inside', `${base64.slice(0, 8)} ${base64.slice(8)}`],
    ['a character that is not base64', base64.replace('/', '!')],
    ['two keys', `${base64}\n${base64}`],
    ['a password of 32 characters', 'correct horse battery staple 123'],
  ])('T-36: refuses %s', (_, text) => {
    expect(parseMasterKey(text)).toBeNull()
  })
})
