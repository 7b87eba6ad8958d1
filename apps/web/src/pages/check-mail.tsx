import { useEffect } from 'preact/hooks'
import { Card } from '../components/card.tsx'
import { ConfirmAgain } from '../components/confirm-again.tsx'
import { PageLink } from '../components/page-link.tsx'
import { config } from '../config.ts'
import { dropMailSent, type MailSent, mailSent } from '../flow/mail-sent.ts'
import { messages } from '../messages/current-messages.ts'
import { session } from '../session/session-store.ts'

const m = messages.checkMail

/** A mail is on its way: what it is for, and what to do if it does not come. */
export function CheckMail() {
  useEffect(() => dropMailSent, [])
  const sent = mailSent.value
  return (
    <Card title={m.title} tone="good">
      {sent?.kind === 'signUp' && <SignedUp sent={sent} />}
      {sent?.kind === 'reset' && (
        <>
          <p>{m.reset}</p>
          <p>{m.resetNext}</p>
        </>
      )}
      {!sent && <p>{m.plain}</p>}
      <p class="soft">{m.nothing}</p>
      <Ways sent={sent} />
    </Card>
  )
}

/** Whether the person is signed in to the account that was made. */
function isIn(sent: MailSent | undefined): boolean {
  return sent?.kind === 'signUp' && session.value?.claims.username === sent.username.toLowerCase()
}

function SignedUp({ sent }: { readonly sent: MailSent }) {
  return (
    <>
      <p>{m.signUp(sent.email)}</p>
      <p>{isIn(sent) ? m.signUpIn : m.signUpNext}</p>
    </>
  )
}

function Ways({ sent }: { readonly sent: MailSent | undefined }) {
  if (sent && isIn(sent)) {
    return (
      <>
        <ConfirmAgain email={sent.email} />
        <p>
          <PageLink page="dashboard" class="button">
            {m.goOn}
          </PageLink>
        </p>
        {config.places.includes('account') && (
          <ul class="ways">
            <li>
              {m.wrong} <PageLink page="account">{m.change}</PageLink>
            </li>
          </ul>
        )}
      </>
    )
  }
  return (
    <ul class="ways">
      {sent?.kind === 'reset' && (
        <li>
          <PageLink page="forgotPassword">{m.again}</PageLink>
        </li>
      )}
      <li>
        <PageLink page="signIn">{m.signIn}</PageLink>
      </li>
    </ul>
  )
}
