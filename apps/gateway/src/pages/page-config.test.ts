import type { Edition } from '@gatehouse/settings'
import { settingsOf } from '@gatehouse/settings/testing'
import { expect, it } from '@jest/globals'
import { pageConfig } from './page-config.ts'

function placesUnder(edition: Edition): readonly string[] {
  const { auth, http, pages } = settingsOf({})
  const { maxSessionSeconds, otpExemptClients } = auth
  const { publicBaseUrl } = http
  const told = { signsUp: true, maxSessionSeconds, otpExemptClients, providers: [], logo: '/l.svg' }
  return pageConfig({ pages, publicBaseUrl, edition, ...told }).places
}

it.each(['1.1.0', '1.2.0'] as const)(
  'under %s the pages behind the sign-in are all there',
  (edition) => {
    expect(placesUnder(edition)).toEqual([
      'dashboard',
      'people',
      'organization',
      'audit',
      'account',
    ])
  },
)
