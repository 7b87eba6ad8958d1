import { describe, expect, it } from '@jest/globals'
import { readDemoSettings } from './demo-settings.ts'

describe('the settings of the demo', () => {
  it('need nothing to be set', () => {
    expect(readDemoSettings({})).toMatchObject({
      startsBackend: true,
      startsMailbox: true,
      gatewayEnv: {
        PORT: '8080',
        DATA_DIR: '.data',
        PUBLIC_BASE_URL: 'http://localhost:8080',
        SMTP_URL: 'smtp://127.0.0.1:1025',
        MACHINE_BACKEND_URL: 'http://127.0.0.1:9000',
        METRICS_PORT: 'off',
      },
    })
  })

  it('give the gateway what was given, unchanged', () => {
    const env = {
      PORT: '8081',
      DATA_DIR: '/srv/data',
      PUBLIC_BASE_URL: 'https://gate.example',
      SMTP_URL: 'smtp://mail.example:587',
      MACHINE_BACKEND_URL: 'http://machines.example',
      METRICS_PORT: '9464',
      JWT_SECRET: 'passed on',
    }
    expect(readDemoSettings(env).gatewayEnv).toEqual(env)
  })

  it('take an empty variable for one that is not set', () => {
    const { gatewayEnv } = readDemoSettings({ PORT: '', SMTP_URL: '', DATA_DIR: '' })
    expect(gatewayEnv).toMatchObject({
      PORT: '8080',
      SMTP_URL: 'smtp://127.0.0.1:1025',
      DATA_DIR: '.data',
    })
  })

  it('start no mailbox and no backend where others are named', () => {
    const settings = readDemoSettings({
      SMTP_URL: 'smtps://user@mail.example',
      MACHINE_BACKEND_URL: 'http://127.0.0.1:7000',
    })
    expect(settings).toMatchObject({ startsBackend: false, startsMailbox: false })
    expect(settings.ports.map(({ setting }) => setting)).toEqual(['PORT'])
  })

  it('start them where their own addresses are named', () => {
    const settings = readDemoSettings({
      SMTP_URL: 'smtp://localhost:1025',
      MACHINE_BACKEND_URL: 'http://[::1]:9000/',
    })
    expect(settings).toMatchObject({ startsBackend: true, startsMailbox: true })
  })

  it.each(['0', '65536', '-1', '80a', ' ', '1e3', '123456'])('refuse the port "%s"', (port) => {
    expect(() => readDemoSettings({ DEMO_SMTP_PORT: port })).toThrow(
      'DEMO_SMTP_PORT must be a port number from 1 to 65535.',
    )
  })

  it('refuse one port for two', () => {
    expect(() => readDemoSettings({ PORT: '1080' })).toThrow(
      'PORT and DEMO_MAILBOX_PORT are both 1080; each needs its own.',
    )
  })
})
