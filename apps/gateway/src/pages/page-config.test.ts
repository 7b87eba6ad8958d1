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

it('the pages are told of those alone whose routes the edition has', () => {
  expect(placesUnder('1.2.0')).toEqual(expect.arrayContaining(['dashboard', 'organization']))
  expect(placesUnder('1.1.0')).toEqual(expect.arrayContaining(['dashboard', 'organization']))
  expect(placesUnder('1.1.0')).not.toContain('audit')
})
