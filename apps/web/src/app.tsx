import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { go, type Route, route } from './flow/router.ts'
import { CheckMail } from './pages/check-mail.tsx'
import { Dashboard } from './pages/dashboard.tsx'
import { ForgotPassword } from './pages/forgot-password.tsx'
import { OneTimeCode } from './pages/one-time-code.tsx'
import { ResetPassword } from './pages/reset-password.tsx'
import { SignIn } from './pages/sign-in.tsx'
import { SignUp } from './pages/sign-up.tsx'
import { VerifyEmail } from './pages/verify-email.tsx'
import { Workspaces } from './pages/workspaces.tsx'
import { session } from './session/session-store.ts'

const pages: Readonly<Record<Route, FunctionComponent>> = {
  home: Home,
  signIn: SignIn,
  oneTimeCode: OneTimeCode,
  workspaces: Workspaces,
  signUp: SignUp,
  checkMail: CheckMail,
  verifyEmail: VerifyEmail,
  forgotPassword: ForgotPassword,
  resetPassword: ResetPassword,
  dashboard: Dashboard,
}

/** All pages, of which the address shows one. */
export function App() {
  const Page = pages[route.value]
  return <Page key={route.value} />
}

/** The address without a path, which leads on: to the dashboard of one who is signed in. */
function Home() {
  useEffect(() => go(session.peek() ? 'dashboard' : 'signIn', { replace: true }), [])
  return null
}
