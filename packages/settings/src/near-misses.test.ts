import { describe, expect, it } from '@jest/globals'
import { nearMisses } from './near-misses.ts'
import { settingNames } from './read-values.ts'

describe('nearMisses', () => {
  it.each([
    ['JWT_EXPIRY_HOUR', 'JWT_EXPIRY_HOURS'],
    ['JWT_EXPIRES_HOURS', 'JWT_EXPIRY_HOURS'],
    ['JWT_SECERT', 'JWT_SECRET'],
    ['OTP_EXEMPT_CLIENT', 'OTP_EXEMPT_CLIENTS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['PORTS', 'PORT'],
  ])('takes %s for %s', (name, meant) => {
    expect(nearMisses([name], settingNames)).toEqual([
      { name, message: `${name} is not a setting; ${meant} is.` },
    ])
  })

  it('leaves alone what an ordinary environment holds', () => {
    const ordinary = [
      ...['HOME', 'PATH', 'USER', 'MAIL', 'LOGNAME', 'HOSTNAME', 'TERM', 'PWD', 'LANG', 'SHELL'],
      ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_ENV', 'NODE_OPTIONS', 'XDG_DATA_DIRS'],
      ...['NODE_EXTRA_CA_CERTS', 'INIT_CWD', 'EDITOR', 'COLOR', 'CI', 'KUBERNETES_PORT'],
      ...['DEMO_SMTP_PORT', 'DEMO_BACKEND_PORT', 'DEMO_MAILBOX_PORT', 'METRICS_PORT'],
    ]
    expect(nearMisses(ordinary, settingNames)).toEqual([])
  })

  it('takes no setting for another', () => {
    expect(nearMisses(settingNames, settingNames)).toEqual([])
  })
})
