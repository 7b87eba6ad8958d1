import { expect, it } from '@jest/globals'
import { supportsAccountChoice } from './supports-account-choice.ts'

it.each([
  ['https://accounts.google.com', undefined, true],
  ['https://login.microsoftonline.com/{tenantid}/v2.0', undefined, true],
  ['https://id.example', ['none', 'select_account'], true],
  ['https://id.example', ['none', 'login'], false],
  ['https://id.example', undefined, false],
  ['https://accounts.google.com.evil.example', undefined, false],
])('%s with prompts %j lets people choose: %s', (issuer, supported, isSupported) => {
  const metadata = { issuer, ...(supported && { prompt_values_supported: supported }) }
  expect(supportsAccountChoice(metadata)).toBe(isSupported)
})
