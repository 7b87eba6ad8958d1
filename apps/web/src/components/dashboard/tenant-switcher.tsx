import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { service } from '../../api/service.ts'
import type { TenantEntry } from '../../api/wire.ts'
import { proceed } from '../../flow/proceed.ts'
import { messages } from '../../messages/current-messages.ts'
import { sentenceOf } from '../../messages/messages.ts'
import type { Session } from '../../session/session.ts'
import { session } from '../../session/session-store.ts'
import { SignInAgain } from './sign-in-again.tsx'

const m = messages.dashboard

/** Shows the organization, and switches to another one with the session token. */
export function TenantSwitcher({ mine }: { readonly mine: Session }) {
  const isOpen = useSignal(false)
  const status = useSignal('')
  const isTooLate = useSignal(mine.sessionToken === undefined)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => void findTenants(mine), [])
  useOutside(box, isOpen.value, () => {
    isOpen.value = false
  })

  const switchTo = async ({ tenant_id: tenantId, tenant_name: name }: TenantEntry) => {
    const { sessionToken, tenants } = mine
    if (!sessionToken) return
    status.value = `${m.switching} ${name}`
    const answer = await service.selectTenant(sessionToken, tenantId)
    status.value = answer.ok ? '' : sentenceOf(messages, answer.error)
    if (answer.ok) proceed(answer.value, { sessionToken, tenantId, ...(tenants && { tenants }) })
    else if (answer.error.code === 'session_token_invalid') isTooLate.value = true
  }

  const others = mine.tenants?.filter((tenant) => tenant.tenant_id !== mine.claims.tenantId) ?? []
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it wherever the focus is
    <div
      class="switcher"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        isOpen.value = false
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-expanded={isOpen.value}
        aria-controls="tenants"
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
      >
        <span class="unseen">{m.organization}: </span>
        <span class="ellipsis">{mine.claims.tenantName}</span>
        <span aria-hidden="true"> ▾</span>
      </button>
      <div id="tenants" class="menu" hidden={!isOpen.value}>
        {isTooLate.value ? (
          <SignInAgain why={m.switchFailed} />
        ) : (
          <>
            <p class="soft">{others.length > 0 ? m.switchTo : m.onlyOne}</p>
            <ul>
              {others.map((tenant) => (
                <li key={tenant.tenant_id}>
                  <button type="button" onClick={() => void switchTo(tenant)}>
                    {tenant.tenant_name}
                    <span class="soft"> {messages.workspaces.as(tenant.username)}</span>
                  </button>
                </li>
              ))}
            </ul>
            <p role="status">{status.value}</p>
          </>
        )}
      </div>
    </div>
  )
}

/** After a provider login nothing is known but the tokens; the service tells the rest. */
async function findTenants({ claims, sessionToken, tenants }: Session): Promise<void> {
  if (tenants || !sessionToken) return
  const answer = await service.listTenants(sessionToken)
  const mine = session.peek()
  if (!answer.ok || mine?.claims.sid !== claims.sid) return
  session.value = { ...mine, tenants: answer.value.tenants }
}

function useOutside(
  box: { readonly current: HTMLElement | null },
  isOpen: boolean,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node && box.current?.contains(target))) close()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])
}
