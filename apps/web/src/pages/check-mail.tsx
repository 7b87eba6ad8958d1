import { Card } from '../components/card.tsx'
import { PageLink } from '../components/page-link.tsx'
import { mailSent } from '../flow/mail-sent.ts'
import { messages } from '../messages/current-messages.ts'

const m = messages.checkMail

/** A mail is on its way: what it is for, and what to do if it does not come. */
export function CheckMail() {
  const sent = mailSent.value
  return (
    <Card title={m.title} tone="good">
      {sent?.kind === 'signUp' && (
        <>
          <p>{m.signUp(sent.email)}</p>
          <p>{m.signUpNext}</p>
        </>
      )}
      {sent?.kind === 'reset' && (
        <>
          <p>{m.reset}</p>
          <p>{m.resetNext}</p>
        </>
      )}
      {!sent && <p>{m.plain}</p>}
      <p class="soft">{m.nothing}</p>
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
    </Card>
  )
}
