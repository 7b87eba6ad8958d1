import type { Evidence } from './evidence.ts'
import { failuresAreProblems, retriesAreFew } from './rules/answers.ts'
import { auditIsComplete } from './rules/audit.ts'
import { mailsArrive } from './rules/mails.ts'
import { onePasswordWorks } from './rules/passwords.ts'
import { recoveriesAreQuick } from './rules/recoveries.ts'
import type { Rule, RuleResult } from './rules/rule.ts'
import { secretsAreSpentOnce } from './rules/secrets.ts'
import { namesAreUnique, signUpsAreWhole } from './rules/sign-ups.ts'
import { terminalsEnd } from './rules/terminals.ts'
import { endedIsRefused, goodIsAccepted } from './rules/tokens.ts'

/** The rules that must hold after the faults. */
export const rules = {
  'each sign-up is whole or gone': signUpsAreWhole,
  'a name belongs to one': namesAreUnique,
  'a code or link is accepted once': secretsAreSpentOnce,
  'one password works, and it is the promised one': onePasswordWorks,
  'every mail is sent, and none after its expiry': mailsArrive,
  'nothing that has ended is accepted': endedIsRefused,
  'nothing that is good is refused': goodIsAccepted,
  'terminals end with their token or gateway': terminalsEnd,
  'every audit event is there, once': auditIsComplete,
  '5xx are 502 and 503 with a problem document': failuresAreProblems,
  'a fault costs no more retries than it may': retriesAreFew,
  'gateways work five seconds after the fault is over': recoveriesAreQuick,
} as const satisfies Record<string, Rule>

/** Holds the evidence against every rule, in the order of {@link rules}, and those of a leg. */
export function check(
  evidence: Evidence,
  more: Readonly<Record<string, Rule>> = {},
): readonly (RuleResult & { readonly rule: string })[] {
  const all = Object.entries({ ...rules, ...more })
  return all.map(([rule, check]) => ({ rule, ...check(evidence) }))
}
