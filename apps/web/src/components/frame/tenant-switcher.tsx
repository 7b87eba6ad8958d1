import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { service } from '../../api/service.ts'
import type { TenantEntry } from '../../api/wire.ts'
import { config } from '../../config.ts'
import { proceed } from '../../flow/proceed.ts'
import { go } from '../../flow/router.ts'
import { maskedEmail } from '../../flow/texts.ts'
import { messages } from '../../messages/current-messages.ts'
import { frame } from '../../messages/frame.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { proveRecentLogin } from '../../session/recent-login.ts'
import type { Session } from '../../session/session.ts'
import { session } from '../../session/session-store.ts'
import { Icon } from '../icon.tsx'
import { Menu, type MenuItem } from '../menu.tsx'
import { leave } from './leave.ts'
import { tell } from './toast.ts'

const m = frame.switcher

/** Shows the organization, and switches to another one with the session token. */
export function TenantSwitcher({ mine }: { readonly mine: Session }) {
  /** A session token that the service no longer takes. */
  const spent = useSignal<string | undefined>(undefined)
  const isTooLate = mine.sessionToken === undefined || mine.sessionToken === spent.value
  useEffect(() => void findTenants(mine), [mine.sessionToken])
  const { tenantName } = mine.claims

  const switchTo = async (tenant: TenantEntry) => {
    const { tenant_id: tenantId, tenant_name: name } = tenant
    const { sessionToken, tenants, claims } = session.peek() ?? mine
    if (!sessionToken) return
    tell(`${messages.dashboard.switching} ${name}`)
    const answer = await service.selectTenant(sessionToken, tenantId)
    tell(answer.ok ? '' : sentenceOf(messages, answer.error))
    const address = maskedEmail(claims.email)
    const known = { sessionToken, tenantId, address, ...(tenants && { tenants }) }
    if (answer.ok) proceed(answer.value, known)
    else if (answer.error.code === 'session_token_invalid') {
      spent.value = sessionToken
      const again = async () => {
        if (await signInAnew()) await switchTo(tenant)
      }
      const { signInAgain: label } = messages.dashboard
      tell(messages.dashboard.switchFailed, { label, act: () => void again() })
    }
  }

  const others = mine.tenants?.filter(({ tenant_id: id }) => id !== mine.claims.tenantId) ?? []
  const own = { tenant_name: tenantName, username: mine.claims.username }
  const items: readonly MenuItem[] = [
    { ...itemOf(own, true), act: () => undefined },
    ...(isTooLate ? [signInAgain] : []),
    ...(isTooLate ? [] : others).map((tenant) => ({
      ...itemOf(tenant, false),
      act: () => leave(() => void switchTo(tenant)),
    })),
    ...(config.signsUp ? [create] : []),
  ]
  return (
    <div class="switcher">
      <Menu
        class="quiet"
        title={m.title}
        items={items}
        header={<p>{isTooLate ? messages.dashboard.switchFailed : header(others.length)}</p>}
        footer={<Keys />}
      >
        <span class="letter tiny" aria-hidden="true">
          {tenantName.slice(0, 1).toUpperCase()}
        </span>
        <span class="unseen">{messages.dashboard.organization}: </span>
        <span class="ellipsis">{tenantName}</span>
        <Icon name="chevron" small />
      </Menu>
    </div>
  )
}

function header(others: number): string {
  return others > 0 ? m.title : messages.dashboard.onlyOne
}

const signInAgain: MenuItem = {
  text: messages.dashboard.signInAgain,
  act: () => void signInToChoose(),
}

async function signInToChoose(): Promise<void> {
  if (await signInAnew()) tell(m.choose)
}

/** Signs in over the page, which goes on meanwhile; the new session can enter the other organizations. */
function signInAnew(): Promise<boolean> {
  return proveRecentLogin({ change: m.change, lead: m.again })
}

const create: MenuItem = {
  text: m.create,
  content: (
    <>
      <Icon name="plus" />
      <span>{m.create}</span>
    </>
  ),
  isApart: true,
  act: () => leave(() => go('signUp')),
}

type Entry = Pick<TenantEntry, 'tenant_name' | 'username'>

function itemOf({ tenant_name: name, username }: Entry, isChecked: boolean): Omit<MenuItem, 'act'> {
  const content = (
    <>
      <span class={`letter tiny ${isChecked ? '' : 'still'}`} aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span>
        {name} <span class="sub">{messages.workspaces.as(username)}</span>
      </span>
      {isChecked && <Icon name="check" />}
    </>
  )
  return { text: `${name} ${username}`, content, isChecked }
}

function Keys() {
  return (
    <p class="foot" aria-hidden="true">
      <kbd>↑</kbd> <kbd>↓</kbd> {m.keys} · <kbd>Enter</kbd> {m.enter} · <kbd>Esc</kbd> {m.escape}
    </p>
  )
}

/** After a provider's login the page has only tokens, so it asks the service for the rest. */
async function findTenants({ claims, sessionToken, tenants }: Session): Promise<void> {
  if (tenants || !sessionToken) return
  const answer = await service.listTenants(sessionToken)
  const mine = session.peek()
  if (!answer.ok || mine?.claims.sid !== claims.sid) return
  session.value = { ...mine, tenants: answer.value.tenants }
}
