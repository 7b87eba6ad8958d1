import { useSignal } from '@preact/signals'
import type { VerificationAnswer } from '../api/account-wire.ts'
import { service } from '../api/service.ts'
import type { LoginAnswer } from '../api/wire.ts'
import { Card } from '../components/card.tsx'
import { Confirm } from '../components/mail-links/confirm.tsx'
import { DeadLink } from '../components/mail-links/dead-link.tsx'
import { LookUp } from '../components/mail-links/look-up.tsx'
import { PageLink } from '../components/page-link.tsx'
import { proceed } from '../flow/proceed.ts'
import { addressParameters, dropAddressToken } from '../flow/router.ts'
import { fill } from '../messages/fill.ts'
import { mailLinks } from '../messages/mail-links.ts'
import { session } from '../session/session-store.ts'

const m = mailLinks.confirm

/** A link that was cut or changed on its way can break the rules for the field too. */
const dead = ['verification_token_invalid', 'validation_failed']

/** The state of the confirmation. */
type Step =
  | { readonly kind: 'open' }
  | { readonly kind: 'dead' }
  | {
      readonly kind: 'done'
      readonly about: VerificationAnswer
      /** The login with the given password, if it succeeded. */
      readonly login?: LoginAnswer
    }

/** Confirms an address only after the person presses the button (T-55). */
export function VerifyEmail() {
  const token = useSignal(addressParameters.peek().token)
  const step = useSignal<Step>({ kind: 'open' })
  if (token.value === undefined) {
    return (
      <Card title={m.missing} tone="bad">
        <p>{m.missingNext}</p>
      </Card>
    )
  }
  const { value: link } = token
  const onDead = () => {
    dropAddressToken()
    step.value = { kind: 'dead' }
  }
  if (step.value.kind === 'dead') {
    return <DeadLink title={m.invalid} why={m.invalidWhy} next={m.invalidNext} />
  }
  if (step.value.kind === 'done') return <Done {...step.value} />
  return (
    <LookUp title={m.title} dead={dead} look={() => service.readVerification(link)} onDead={onDead}>
      {(about) => (
        <Confirm
          token={link}
          about={about}
          onDead={onDead}
          onDone={(login) => {
            dropAddressToken()
            step.value = { kind: 'done', about, ...(login && { login }) }
          }}
        />
      )}
    </LookUp>
  )
}

function Done({ about, login }: Omit<Extract<Step, { readonly kind: 'done' }>, 'kind'>) {
  const { organization, username, email } = about
  const isIn = session.value?.claims.username === username
  const isSignedIn = isIn || (login !== undefined && 'token' in login)
  const values = { organization, username, email }
  return (
    <Card title={m.done} tone="good">
      <p>{fill(sentenceFor(about, isSignedIn), values)}</p>
      <p>
        {login ? (
          <button type="button" class="main wide" onClick={() => proceed(login)}>
            {'token' in login ? mailLinks.goOn : m.goOn}
          </button>
        ) : (
          <PageLink page={isIn ? 'dashboard' : 'signIn'} class="button">
            {isIn ? mailLinks.goOn : mailLinks.signIn}
          </PageLink>
        )}
      </p>
    </Card>
  )
}

function sentenceFor({ purpose }: VerificationAnswer, isSignedIn: boolean): string {
  if (purpose === 'change_email') return m.doneChange
  return isSignedIn ? m.doneIn : m.doneNext
}
