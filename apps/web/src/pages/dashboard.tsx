import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Machine } from '../api/wire.ts'
import { Card, useTitle } from '../components/card.tsx'
import { ApiKey } from '../components/dashboard/api-key.tsx'
import { Bar } from '../components/dashboard/bar.tsx'
import { Machines } from '../components/dashboard/machines.tsx'
import { Profile } from '../components/dashboard/profile.tsx'
import { addressParameters, go } from '../flow/router.ts'
import { messages } from '../messages/current-messages.ts'
import { takeExpectedHandOver } from '../session/expected-hand-over.ts'
import { type Session, sessionOfHandOver } from '../session/session.ts'
import { adopt, hold, session } from '../session/session-store.ts'
import { TerminalPanel } from '../terminal/terminal-panel.tsx'

const m = messages.dashboard

/** Everything that a person who is signed in finds here. */
export function Dashboard() {
  const isLoading = useSignal(session.peek() === undefined)
  const unexpected = useSignal<Session | undefined>(undefined)
  useEffect(() => {
    const { handOver } = addressParameters.peek()
    const handedOver = handOver && sessionOfHandOver(handOver, Date.now())
    if (handedOver && takeExpectedHandOver()) hold(handedOver)
    else unexpected.value = handedOver
    void adopt().then(() => {
      isLoading.value = false
    })
  }, [])

  if (unexpected.value)
    return (
      <ConfirmHandOver
        handedOver={unexpected.value}
        onDone={() => {
          unexpected.value = undefined
        }}
      />
    )
  if (session.value) return <SignedIn key={session.value.claims.sid} mine={session.value} />
  return isLoading.value ? <Loading /> : <ToSignIn />
}

function ToSignIn() {
  useEffect(() => go('signIn', { replace: true }), [])
  return null
}

function Loading() {
  return (
    <p class="page soft" role="status">
      {messages.loading}
    </p>
  )
}

/** Asks about tokens that this tab did not ask for: no one is signed in by a link alone. */
function ConfirmHandOver({
  handedOver,
  onDone,
}: {
  readonly handedOver: Session
  readonly onDone: () => void
}) {
  const { username, tenantName } = handedOver.claims
  return (
    <Card title={messages.handOver.title}>
      <p>{messages.handOver.lead(username, tenantName)}</p>
      <p class="row">
        <button
          type="button"
          class="main"
          onClick={() => {
            hold(handedOver)
            onDone()
          }}
        >
          {messages.handOver.submit}
        </button>
        <button type="button" class="quiet" onClick={() => go('signIn', { replace: true })}>
          {messages.back}
        </button>
      </p>
    </Card>
  )
}

function SignedIn({ mine }: { readonly mine: Session }) {
  const machine = useSignal<Machine | undefined>(undefined)
  useTitle(m.title)
  return (
    <div class="dashboard">
      <a class="skip" href="#content">
        {m.skip}
      </a>
      <Bar mine={mine} />
      <main id="content" tabIndex={-1}>
        <h1 class="unseen">{m.title}</h1>
        <div class="work">
          {machine.value ? (
            <TerminalPanel
              key={machine.value.id}
              machine={machine.value}
              onClose={() => {
                machine.value = undefined
              }}
            />
          ) : (
            <Machines
              onOpen={(chosen) => {
                machine.value = chosen
              }}
            />
          )}
        </div>
        <div class="about">
          <Profile mine={mine} />
          <ApiKey mine={mine} />
        </div>
      </main>
    </div>
  )
}
