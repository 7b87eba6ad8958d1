import { parseEmailAddress } from '@gatehouse/auth-core/operator'
import { domainToAscii } from '@gatehouse/crypto'
import { openMailer } from '@gatehouse/gateway/mailer'
import {
  type Environment,
  mailSettingNames,
  readSomeSettings,
  toBrandSettings,
  toMailSettings,
} from '@gatehouse/settings'
import { adviceOn, isOfOneMail, type TestMailResult } from '@gatehouse/smtp'
import { type CommandResult, endWith, withObjects } from '../command.ts'
import { withoutControlCharacters } from '../console/without-control-characters.ts'

/** Sends a mail through the mail server of the settings, and tells its answer. */
export async function sendTestMail(environment: Environment, to: string): Promise<CommandResult> {
  const address = parseEmailAddress(to, domainToAscii)
  if (!address.ok) return endWith('usage', 'ADDRESS is not an email address.')
  const read = readSomeSettings(environment, mailSettingNames)
  if (!read.ok) return endWith('usage', ...read.mistakes)
  const brand = toBrandSettings(read.value)
  const mailer = openMailer({ mail: toMailSettings(read.value), pages: { brand } })
  try {
    const result = await mailer.sendTest(address.value.given)
    const advice = result.ok ? undefined : adviceOn(result.reason)
    const told = endWith(exitOf(result), ...textOf(result, address.value.given))
    return withObjects(told, { ...result, advice: advice ?? null })
  } finally {
    await mailer.close()
  }
}

function exitOf(result: TestMailResult): CommandResult['exit'] {
  if (result.ok) return 'done'
  return isOfOneMail(result.reason) ? 'left' : 'unreachable'
}

function textOf(result: TestMailResult, to: string): readonly string[] {
  const answer = withoutControlCharacters(result.answer)
  if (result.ok) return [`The mail server has taken a mail to ${to}: ${answer}`]
  const what = adviceOn(result.reason)
  return [
    `The mail was not sent: ${result.reason} (${answer}).`,
    ...(what ? [`What to do: ${what}.`] : []),
  ]
}
