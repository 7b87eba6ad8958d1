import { describe, expect, it } from '@jest/globals'
import { createTestEnvironment } from '../../testing/test-environment.ts'
import { parseEmailAddress } from '../identity/email-address.ts'
import { emailSubject } from './email-subject.ts'

describe('what guesses at a typed email are counted for', () => {
  const { secrets, domainToAscii } = createTestEnvironment().ports

  const subjectOf = (typed: string) => {
    const parsed = parseEmailAddress(typed, domainToAscii)
    return emailSubject(secrets, typed, parsed.ok ? parsed.value : null)
  }

  it('is the canonical form of an address', () => {
    expect(subjectOf('Ada@Example.com')).toBe('ada@example.com')
  })

  it('T-62: never holds what is no address, which may be a password', () => {
    expect(subjectOf('correct horse battery')).not.toContain('horse')
    expect(subjectOf('correct horse battery')).toBe(subjectOf('correct horse battery'))
    expect(subjectOf('correct horse battery')).not.toBe(subjectOf('correct horse'))
  })
})
