import { useEffect } from 'preact/hooks'
import { accountService } from '../api/account-service.ts'
import type { Me } from '../api/account-wire.ts'
import { AgentSection } from '../components/account/agent-section.tsx'
import { DeleteSection } from '../components/account/delete-section.tsx'
import { EmailSection } from '../components/account/email-section.tsx'
import { KeysSection } from '../components/account/keys-section.tsx'
import { NameSection } from '../components/account/name-section.tsx'
import { PasswordSection } from '../components/account/password-section.tsx'
import { RoleSection } from '../components/account/role-section.tsx'
import { SessionsSection } from '../components/account/sessions-section.tsx'
import { Frame } from '../components/frame/frame.tsx'
import { Gate } from '../components/frame/gate.tsx'
import { Loaded, type Loading, useLoading } from '../components/loaded.tsx'
import { fullNameOf } from '../components/people/names.ts'
import { Contents } from '../components/settings/contents.tsx'
import { showSection } from '../components/settings/show-section.ts'
import { Text } from '../components/text.tsx'
import { takeWantedSection } from '../flow/wanted-page.ts'
import { account as m } from '../messages/account.ts'
import { messages } from '../messages/current-messages.ts'
import { frame } from '../messages/frame.ts'
import type { Session } from '../session/session.ts'
import { ask, noteProfile } from '../session/session-store.ts'
import '../styles/lists.css'
import '../styles/settings.css'

/** The account of the person who is signed in. */
export function MyAccount() {
  return <Gate here="account">{(mine) => <Inside mine={mine} />}</Gate>
}

function Inside({ mine }: { readonly mine: Session }) {
  const loading = useLoading(async () => {
    const answer = await ask(accountService.read)
    if (answer.ok) noteProfile(answer.value)
    return answer
  })
  return (
    <Frame mine={mine} here="account" lead={<Lead mine={mine} />}>
      <Loaded loading={loading} failed={m.failed} rows={6}>
        {(me) => <Sections mine={mine} me={me} loading={loading} />}
      </Loaded>
    </Frame>
  )
}

function Lead({ mine: { claims, profile } }: { readonly mine: Session }) {
  const { role, tenantName, username } = claims
  const values = {
    name: <>{profile ? fullNameOf(profile) : username}</>,
    username: <code>{username}</code>,
    role: <>{frame.roles[role] ?? role}</>,
    organization: <>{tenantName}</>,
  }
  return <Text of={m.lead} values={values} />
}

const contents = [
  { id: 'name', title: m.name.title },
  { id: 'role', title: m.role.title },
  { id: 'email', title: m.email.title },
  { id: 'password', title: m.password.title },
  { id: 'sessions', title: m.sessions.title },
  { id: 'keys', title: m.keys.title },
  { id: 'agent', title: messages.dashboard.agent },
  { id: 'delete', title: m.delete.title },
] as const

function Sections({
  mine,
  me,
  loading,
}: {
  readonly mine: Session
  readonly me: Me
  readonly loading: Loading<Me>
}) {
  const sessions = useLoading(() => ask(accountService.listSessions))
  useEffect(() => {
    const section = takeWantedSection()
    if (section) showSection(section)
  }, [])
  const onChanged = (fresh: Me) => {
    loading.set(fresh)
    noteProfile(fresh)
  }
  return (
    <div class="with-contents">
      <Contents label={m.onThisPage} entries={contents} />
      <div>
        <div class="panel settings">
          <NameSection me={me} onChanged={onChanged} />
          <RoleSection me={me} />
          <EmailSection me={me} onChanged={onChanged} />
          <PasswordSection me={me} onChanged={sessions.reload} />
        </div>
        <SessionsSection loading={sessions} />
        <KeysSection />
        <div class="panel settings">
          <AgentSection mine={mine} />
        </div>
        <DeleteSection me={me} />
      </div>
    </div>
  )
}
