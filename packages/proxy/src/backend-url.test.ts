import { expect, it } from '@jest/globals'
import { parseBackendUrl } from './backend-url.ts'

it.each([
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000/'],
  ['https://machines.internal/', 'https://machines.internal/'],
  ['http://[::1]:9000', 'http://[::1]:9000/'],
])('takes %s', (text, href) => {
  expect(parseBackendUrl(text).href).toBe(href)
})

it.each([
  ...['machines:9000', 'ftp://machines', 'http://machines/base', 'http://machines?x'],
  ...['http://user:secret@machines', ''],
])('refuses %s, and does not repeat it', (text) => {
  expect(() => parseBackendUrl(text)).toThrow('The backend must be given as http(s)://host:port')
})
