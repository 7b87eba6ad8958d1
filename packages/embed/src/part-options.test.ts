import { describe, expect, it } from '@jest/globals'
import { keycloak } from './keycloak/index.ts'
import { oidc } from './oidc/index.ts'
import { postgres } from './postgres/index.ts'
import { smtp } from './smtp/index.ts'
import { sqlite } from './sqlite/index.ts'

const url = 'postgres://gatehouse@127.0.0.1/gatehouse'
const masterKey = new Uint8Array(32)
const page = 'https://shop.example.com/page'
const links = { verifyEmail: page, resetPassword: page, invitation: page, reopenOrganization: page }
const mail = { url: 'smtp://127.0.0.1', from: 'shop@example.com', links }
const realm = { url: 'http://127.0.0.1:8080', clientId: 'gatehouse', clientSecret: 'secret' }
const { verifyEmail: _, ...withoutVerification } = links

describe('what is wrong with a part is named where it is written:', () => {
  it.each<[string, () => unknown, string]>([
    ['sqlite without a folder', () => sqlite({} as never), 'sqlite: folder is missing'],
    ['sqlite without options', () => sqlite(undefined as never), 'sqlite: the options are missing'],
    ['a misspelt option', () => sqlite({ fodler: 'data' } as never), 'there is no option fodler'],
    ['a folder that is none', () => sqlite({ folder: 7 } as never), 'folder has to be a text'],
    [
      'a short master key',
      () => sqlite({ folder: 'data', masterKey: new Uint8Array(8) }),
      'sqlite: a master key is 32 bytes',
    ],
    ['postgres without an address', () => postgres({ masterKey } as never), 'url is missing'],
    ['an address that is none', () => postgres({ url: 'here', masterKey }), 'url is no URL'],
    ['no master key', () => postgres({ url }), 'one of masterKey and masterKeyFile'],
    ['two', () => postgres({ url, masterKey, masterKeyFile: 'a' }), 'one of masterKey and'],
    [
      'a key in no base64',
      () => postgres({ url, masterKey: 'secret' }),
      'a master key is 32 bytes',
    ],
    ['no mail server', () => smtp({ ...mail, url: '' }), 'smtp: url has to be a text'],
    [
      'a link that is not there',
      () => smtp({ ...mail, links: withoutVerification as typeof links }),
      'smtp: links.verifyEmail is missing',
    ],
    [
      'a link that leads nowhere',
      () => smtp({ ...mail, links: { ...links, invitation: 'invitation' } }),
      'smtp: links.invitation is missing, or no address',
    ],
    [
      'no secret for Keycloak',
      () => keycloak({ ...realm, clientSecret: undefined } as never),
      'keycloak: clientSecret is missing',
    ],
    ['no issuer', () => oidc({ redirectUri: page } as never), 'oidc: issuer is missing'],
  ])('%s', (__, make, message) => {
    expect(make).toThrow(TypeError)
    expect(make).toThrow(message)
  })
})

it('says nothing of a secret', () => {
  const tryIt = () => postgres({ url, masterKey: 'a secret of mine' })
  expect(tryIt).toThrow(/^(?!.*a secret of mine)/)
})

it('takes the same master key as bytes and in base64', () => {
  const base64 = Buffer.from(masterKey).toString('base64')
  expect(() => postgres({ url, masterKey: base64 })).not.toThrow()
  expect(() => postgres({ url, masterKeyFile: 'data/master.key' })).not.toThrow()
})
