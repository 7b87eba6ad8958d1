import { useSignal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Card } from './components/card.tsx'
import { Loading } from './components/loading.tsx'
import { OtherAddress } from './components/other-address.tsx'
import { go, type Route, route } from './flow/router.ts'
import { messages } from './messages/current-messages.ts'
import { CheckMail } from './pages/check-mail.tsx'
import { ForgotPassword } from './pages/forgot-password.tsx'
import { OneTimeCode } from './pages/one-time-code.tsx'
import { ResetPassword } from './pages/reset-password.tsx'
import { SignIn } from './pages/sign-in.tsx'
import { SignUp } from './pages/sign-up.tsx'
import { Workspaces } from './pages/workspaces.tsx'
import { adopt, session } from './session/session-store.ts'

/** What signing in needs is there at once; the rest is loaded when its page is opened. */
const pages: Readonly<Partial<Record<Route, FunctionComponent>>> = {
  home: Home,
  signIn: SignIn,
  oneTimeCode: OneTimeCode,
  workspaces: Workspaces,
  signUp: SignUp,
  checkMail: CheckMail,
  forgotPassword: ForgotPassword,
  resetPassword: ResetPassword,
}

const laterPages: Readonly<Partial<Record<Route, () => Promise<FunctionComponent>>>> = {
  verifyEmail: async () => (await import('./pages/verify-email.tsx')).VerifyEmail,
  invitation: async () => (await import('./pages/invitation.tsx')).AcceptInvitation,
  reopenOrganization: async () =>
    (await import('./pages/reopen-organization.tsx')).ReopenOrganization,
  dashboard: async () => (await import('./pages/dashboard.tsx')).Dashboard,
  terminal: async () => (await import('./pages/terminal.tsx')).TerminalPage,
  people: async () => (await import('./pages/people.tsx')).People,
  organization: async () => (await import('./pages/organization.tsx')).OrganizationRules,
  audit: async () => (await import('./pages/audit.tsx')).Audit,
  account: async () => (await import('./pages/account.tsx')).MyAccount,
}

/** Shows the page of the address. The page before stays visible until the next one is loaded. */
export function App() {
  const loaded = useSignal<Partial<Record<Route, FunctionComponent>>>(pages)
  const shown = useRef<Route>(route.peek())
  const isMissing = useSignal(false)
  const next = route.value

  const load = async () => {
    isMissing.value = false
    const fetched = await laterPages[next]?.().catch(() => undefined)
    if (fetched) loaded.value = { ...loaded.value, [next]: fetched }
    else if (route.peek() === next) isMissing.value = true
  }
  useEffect(() => {
    if (!loaded.value[next]) void load()
  }, [next])

  if (loaded.value[next]) shown.current = next
  const Page = loaded.value[shown.current]
  if (isMissing.value && shown.current !== next) return <Missing onRetry={() => void load()} />
  if (!Page) return null
  return (
    <>
      <OtherAddress />
      <Page key={shown.current} />
    </>
  )
}

/** The page for code that could not be loaded: without a connection, or after an update of the service. */
function Missing({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Card title={messages.pageMissing} tone="bad">
      <p>{messages.pageMissingNext}</p>
      <p class="row">
        <button type="button" class="main" onClick={onRetry}>
          {messages.retry}
        </button>
        <button type="button" class="quiet" onClick={() => location.reload()}>
          {messages.reload}
        </button>
      </p>
    </Card>
  )
}

/** The address without a path: redirects, to the dashboard if the person is signed in. */
function Home() {
  useEffect(() => {
    void adopt().then(() => go(session.peek() ? 'dashboard' : 'signIn', { replace: true }))
  }, [])
  return <Loading />
}
