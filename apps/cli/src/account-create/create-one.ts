import { type Role, roles } from '@gatehouse/auth-core'
import { type CreateAccountPorts, createAccount } from '@gatehouse/auth-core/operator'
import { createPasswordBlocklist } from '@gatehouse/crypto'
import { type CommandCall, type CommandResult, endWith, withObjects } from '../command.ts'
import type { Deployment } from '../records/open-deployment.ts'

/** Creates one account, and prints its password if it was generated. */
export async function createOne(
  deployment: Pick<Deployment, 'otpDefault' | 'ports'>,
  { flags, texts, console }: Pick<CommandCall, 'flags' | 'texts' | 'console'>,
): Promise<CommandResult> {
  const role = roleOf(texts.role ?? 'user')
  if (!role) return endWith('usage', `--role is one of ${roles.join(', ')}.`)
  const companyName = texts['new-organization'] ?? null
  if (companyName !== null && role === 'user') return endWith('usage', withoutAdministrator)
  const isTyped = flags.has('password-stdin')
  const { ports, otpDefault } = deployment
  // Piped input ends with a newline, which is not part of the password.
  const password = isTyped
    ? (await console.readInput()).replace(/\r?\n$/, '')
    : ports.secrets.token()
  const outcome = await createAccount(
    portsOf(ports),
    { otpDefault },
    {
      organization: texts.organization ?? '',
      companyName,
      username: texts.username ?? '',
      email: texts.email ?? '',
      emailVerified: flags.has('confirmed'),
      firstName: texts['first-name'] ?? '',
      lastName: texts['last-name'] ?? '',
      role,
      password,
    },
  )
  switch (outcome.kind) {
    case 'invalid':
      return endWith('usage', ...outcome.errors.map(({ field, message }) => `${field}: ${message}`))
    case 'refused':
      return endWith('left', refusals[outcome.refusal] ?? `It was refused: ${outcome.refusal}.`)
    case 'account_created':
      return describeMade(outcome, isTyped ? null : password)
  }
}

type AccountCreated = Extract<
  Awaited<ReturnType<typeof createAccount>>,
  { readonly kind: 'account_created' }
>

/** @param password The generated one; `null` for one that was read. */
function describeMade({ account, tenant }: AccountCreated, password: string | null): CommandResult {
  const { id, username, role } = account
  const made = `Made ${username} (${role}) in ${tenant.id}.`
  const result = endWith('done', made, ...(password === null ? [] : [`Password: ${password}`]))
  return withObjects(result, { user_id: id, username, tenant_id: tenant.id, role, password })
}

const withoutAdministrator =
  'A new organization needs an administrator: --role company_admin or super_admin.'

const refusals: Readonly<Record<string, string>> = {
  not_found: 'There is no active organization of this id. --new-organization makes one.',
  organization_taken: 'An organization or a realm of this name exists.',
  username_taken: 'The username is in use.',
  already_member: 'The address has an account, or an invitation, in this organization.',
}

function roleOf(text: string): Role | undefined {
  return roles.find((role) => role === text)
}

function portsOf(ports: Deployment['ports']): CreateAccountPorts {
  return {
    ...ports,
    passwordBlocklist: createPasswordBlocklist(),
    // This process records no heartbeat: its reservation is undone when its time has run out.
    replicaId: '',
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        setTimeout(resolve, milliseconds)
      }),
  }
}
