import { isEmail } from '../flow/input-checks.ts'
import { messages } from '../messages/current-messages.ts'

const { rules } = messages

/**
 * What a page says of a value before the service is asked: a sentence, or `undefined` for one that may be
 * right. The service decides.
 */
export const checks = {
  email: (value: string) => (isEmail(value) ? undefined : messages.emailWanted),
  newPassword: (value: string) => ([...value].length < 8 ? messages.tooShort : undefined),
  username(value: string) {
    if (value.length < 3 || value.length > 50) return rules['username.length']
    if (!/^[a-z0-9._-]+$/i.test(value)) return rules['username.characters']
    return /^[a-z0-9].*[a-z0-9]$/i.test(value) ? undefined : rules['username.ends']
  },
  shortName(value: string) {
    if (value.length > 63) return rules['organization_name.length']
    const isRight = /^[a-z0-9](?:[a-z0-9 -]*[a-z0-9])?$/i.test(value)
    return isRight ? undefined : rules['organization_name.characters']
  },
} as const
