import type { AccountRecord, Evidence, SignUpTrial } from '../evidence.ts'
import { checkEach, type Rule, type RuleResult, together } from './rule.ts'

/** Each sign-up is complete or undone: a promised one exists, and none exists in part. */
export const signUpsAreWhole: Rule = (evidence) => {
  const { accounts, unfinishedTenants, strayCredentials } = evidence.records
  return together(
    checkEach(evidence.signUps, (trial) => violationOfTrial(trial, evidence)),
    checkEach(accounts, (account) => violationOfAccount(account, evidence)),
    leftovers('tenant', unfinishedTenants),
    leftovers('credential', strayCredentials),
  )
}

/** Only one of several sign-ups for a name gets it. */
export const namesAreUnique: Rule = ({ signUps, records }) => {
  const promised = signUps.filter(({ userId }) => userId !== undefined)
  return together(
    once('username', [...records.accounts, ...promised.filter(isNewTo(records.accounts))]),
    onceEach(
      'promised the username',
      promised.map(({ username }) => username),
    ),
    onceEach(
      'promised the organization',
      promised.map(({ tenantId }) => tenantId),
    ),
  )
}

function violationOfTrial(
  { username, tenantId, answer, userId, lost }: SignUpTrial,
  { records: { accounts }, signUps }: Evidence,
): string | false {
  const here = accounts.find(
    (account) => account.username === username && account.tenantId === tenantId,
  )
  if (userId !== undefined) {
    return here?.id !== userId && `${username} was signed up in ${tenantId}, and is not there`
  }
  const isKnown = ['username_taken', 'organization_taken'].includes(answer)
  if (!isKnown) return `the sign-up of ${username} was answered ${answer}`
  const isTaken = accounts.some(
    (account) => account.username === username || account.tenantId === tenantId,
  )
  if (!isTaken) return `${username} was told ${answer} by names that nobody has`
  // A person who was refused may have been signed up by an earlier, lost attempt.
  const isPromised = signUps.some(
    (other) => other.userId !== undefined && other.userId === here?.id,
  )
  const isUnseen = here !== undefined && !isPromised
  return lost === 0 && isUnseen && `${username} was refused, and is there`
}

function violationOfAccount(
  { id, username, isWhole, standing }: AccountRecord,
  { records }: Evidence,
): string | false {
  if (!isWhole) return `${username} is half there`
  if (standing === 'reserved') return `${username} is reserved for ever`
  const mails = records.outbox.filter(
    (mail) => mail.accountId === id && mail.kind === 'verify_email',
  )
  if (mails.length !== 1) return `${username} has ${mails.length} mails to confirm the address`
  const events = records.audit.filter(
    (event) => event.accountId === id && event.kind === 'signed_up',
  )
  return events.length !== 1 && `${username} was signed up ${events.length} times on record`
}

function leftovers(what: string, names: readonly string[]): RuleResult {
  return checkEach(names, (name) => `a ${what} is left over: ${name}`)
}

function isNewTo(accounts: readonly AccountRecord[]): (trial: SignUpTrial) => boolean {
  return ({ userId }) => !accounts.some(({ id }) => id === userId)
}

function once(what: string, accounts: readonly Pick<AccountRecord, 'username'>[]): RuleResult {
  return onceEach(
    what,
    accounts.map(({ username }) => username.toLowerCase()),
  )
}

function onceEach(what: string, names: readonly string[]): RuleResult {
  const counts = Map.groupBy(names, (name) => name)
  return checkEach(
    [...counts],
    ([name, all]) => all.length > 1 && `${all.length} have ${what} ${name}`,
  )
}
