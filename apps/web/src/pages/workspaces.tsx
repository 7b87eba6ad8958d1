import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ApiError } from '../api/call.ts'
import { service } from '../api/service.ts'
import type { TenantEntry } from '../api/wire.ts'
import { Card } from '../components/card.tsx'
import { PageLink } from '../components/page-link.tsx'
import { Placeholder } from '../components/placeholder.tsx'
import { pendingLogin } from '../flow/pending-login.ts'
import { proceed } from '../flow/proceed.ts'
import { addressParameters, go } from '../flow/router.ts'
import { messages } from '../messages/current-messages.ts'
import { sentenceOf } from '../messages/messages.ts'
import { takeExpectedHandOver } from '../session/expected-hand-over.ts'
import { sessionEnding } from '../session/session-store.ts'
import { readRemembered } from '../session/stay.ts'

const m = messages.workspaces

/** The choice of an organization. */
export function Workspaces() {
  const failure = useSignal<ApiError | undefined>(undefined)
  const opening = useSignal<TenantEntry | undefined>(undefined)
  useEffect(() => {
    const { sessionToken } = addressParameters.peek()
    if (sessionToken) {
      // Choosing is the consent: the page shows the username for each organization.
      takeExpectedHandOver()
      pendingLogin.value = { sessionToken }
    }
    void load()
  }, [])

  const load = async () => {
    const mine = pendingLogin.peek()
    if (!mine) return go('signIn', { replace: true })
    if (mine.tenants) return
    failure.value = undefined
    const answer = await service.listTenants(mine.sessionToken)
    if (answer.ok) pendingLogin.value = { ...mine, tenants: answer.value.tenants }
    else fail(answer.error)
  }

  const fail = (error: ApiError) => {
    if (error.code !== 'session_token_invalid') {
      failure.value = error
      return
    }
    sessionEnding.value = 'expired'
    go('signIn', { replace: true })
  }

  const open = async (tenant: TenantEntry) => {
    const mine = pendingLogin.peek()
    if (!mine || opening.peek()) return
    opening.value = tenant
    failure.value = undefined
    const answer = await service.selectTenant(mine.sessionToken, tenant.tenant_id)
    opening.value = undefined
    if (!answer.ok) return fail(answer.error)
    const { code: _, ...known } = mine
    proceed(answer.value, { ...known, tenantId: tenant.tenant_id })
  }

  const last = readRemembered()?.tenantId
  const isLast = ({ tenant_id: id }: TenantEntry) => id === last
  const tenants = pendingLogin.value?.tenants?.toSorted(
    (one, other) => Number(isLast(other)) - Number(isLast(one)),
  )
  const isEmpty = tenants?.length === 0
  return (
    <Card title={m.title}>
      <p>{isEmpty ? m.none : tenants ? m.lead : m.leadAny}</p>
      {/* As high as the two choices that most people will see. */}
      {!tenants && !failure.value && <Placeholder rows={2} />}
      {isEmpty && <p class="soft">{m.noneNext}</p>}
      <ul class="choices">
        {tenants?.map((tenant) => (
          <li key={tenant.tenant_id}>
            <button
              type="button"
              aria-disabled={opening.value !== undefined}
              onClick={() => void open(tenant)}
            >
              <span class="letter" aria-hidden="true">
                {tenant.tenant_name.slice(0, 1).toUpperCase()}
              </span>
              <span>
                <strong>{tenant.tenant_name}</strong>
                <span class="soft"> {m.as(tenant.username)}</span>
              </span>
              {isLast(tenant) && <span class="tag">{m.last}</span>}
            </button>
          </li>
        ))}
      </ul>
      <p class={`status ${failure.value ? 'trouble' : ''}`} role="status">
        {opening.value && m.busy(opening.value.tenant_name)}
        {failure.value && sentenceOf(messages, failure.value)}
      </p>
      {failure.value && !tenants && (
        <button type="button" class="quiet" onClick={() => void load()}>
          {messages.retry}
        </button>
      )}
      <ul class="ways">
        <li>
          <PageLink page="signIn">{messages.back}</PageLink>
        </li>
      </ul>
    </Card>
  )
}
