import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { service } from '../../api/service.ts'
import { messages } from '../../messages/current-messages.ts'
import { sentenceOf } from '../../messages/messages.ts'
import type { Session } from '../../session/session.ts'

const m = messages.dashboard

/** Who is signed in. After a provider login the token is all that is known. */
export function Profile({ mine: { claims, profile, token } }: { readonly mine: Session }) {
  const role = profile?.role ?? claims.role
  const name = profile ? `${profile.first_name} ${profile.last_name}` : claims.username
  return (
    <section class="panel" aria-labelledby="profile-title">
      <h2 id="profile-title">{m.profile}</h2>
      <div class="person">
        <span class="letter round" aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <p>
          <strong>{name}</strong>
          <br />
          <span class="soft">{m.roles[role] ?? role}</span>
        </p>
      </div>
      <dl>
        <Row label={m.username}>{profile?.username ?? claims.username}</Row>
        <Row label={messages.email}>
          {profile?.email ?? claims.email}{' '}
          {profile && (
            <span class={`tag ${profile.email_verified ? 'good' : 'bad'}`}>
              {profile.email_verified ? m.verified : m.unverified}
            </span>
          )}
          {profile && !profile.email_verified && <SendAgain token={token} />}
        </Row>
        <Row label={m.organization}>{profile?.tenant_name ?? claims.tenantName}</Row>
        {profile?.machine_role && <Row label={m.machineRole}>{profile.machine_role}</Row>}
        {profile && profile.groups.length > 0 && (
          <Row label={m.groups}>{profile.groups.join(', ')}</Row>
        )}
      </dl>
    </section>
  )
}

/** Asks for the mail that confirms the address once more. */
function SendAgain({ token }: { readonly token: string }) {
  const told = useSignal('')
  const resend = async () => {
    if (told.value === m.resending) return
    told.value = m.resending
    const answer = await service.resendVerification(token)
    told.value = answer.ok ? m.resent : sentenceOf(messages, answer.error)
  }
  return (
    <>
      <p class="soft">{m.unverifiedNext}</p>
      <button type="button" class="quiet" onClick={() => void resend()}>
        {m.resend}
      </button>
      <p class="soft" role="status">
        {told.value}
      </p>
    </>
  )
}

function Row({
  label,
  children,
}: {
  readonly label: string
  readonly children: ComponentChildren
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
