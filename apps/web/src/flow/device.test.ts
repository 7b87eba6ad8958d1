import { describe, expect, it } from '@jest/globals'
import { frameDe } from '../messages/frame.de.ts'
import { frameEn } from '../messages/frame.en.ts'
import { deviceName } from './device.ts'

const english = frameEn.devices

describe('a device is called', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Chrome on macOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
  ])('by %s', (userAgent, name) => {
    expect(deviceName(english, { client: 'ui', userAgent })).toBe(name)
  })

  it.each([
    [{ client: 'cli', userAgent: 'gatehouse-cli/1.0' }, 'Command line'],
    [{ client: 'vscode' }, 'VS Code'],
    [{ client: 'ui', userAgent: 'curl/8' }, 'Browser'],
    [{ client: 'ui' }, 'Browser'],
    [{ client: null, userAgent: null }, 'Unknown program'],
    [{ client: 'ui', userAgent: 'Firefox/140.0' }, 'Firefox'],
  ])('by what kind it is: %j', (device, name) => {
    expect(deviceName(english, device)).toBe(name)
  })

  it('in the language of the page', () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
    expect(deviceName(frameDe.devices, { client: 'ui', userAgent })).toBe('Firefox unter Linux')
  })
})
