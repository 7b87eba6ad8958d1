import { expect, it } from '@jest/globals'
import { isLoopbackHost } from './is-loopback-host.ts'

it.each(['localhost', '127.0.0.1', '127.255.0.9', '[::1]'])('takes %s for this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(true)
})

it.each(['', '::1', '[::2]', '127.0.0.1.evil.example', 'localhost.evil.example', '128.0.0.1'])(
  'does not take %j for this machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(false)
  },
)
