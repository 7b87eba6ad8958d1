import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Card } from '../components/card.tsx'
import { Machines } from '../components/dashboard/machines.tsx'
import { Frame } from '../components/frame/frame.tsx'
import { Gate } from '../components/frame/gate.tsx'
import { addressParameters, go } from '../flow/router.ts'
import { takeWantedPage } from '../flow/wanted-page.ts'
import { messages } from '../messages/current-messages.ts'
import { takeExpectedHandOver } from '../session/expected-hand-over.ts'
import { type Session, sessionOfHandOver } from '../session/session.ts'
import { hold } from '../session/session-store.ts'
import '../styles/lists.css'
import '../styles/machines.css'

/** The machines of the organization. Tokens of a login elsewhere arrive here too. */
export function Dashboard() {
  const doubtful = useSignal<Session | undefined>(undefined)
  useEffect(() => {
    const { handOver } = addressParameters.peek()
    const brought = handOver && sessionOfHandOver(handOver, Date.now())
    if (!brought || !takeExpectedHandOver()) {
      doubtful.value = brought
      return
    }
    hold(brought)
    // A provider leads here, whatever page the person wanted.
    go(takeWantedPage(), { replace: true })
  }, [])
  const { value: brought } = doubtful
  if (!brought) return <Gate here="dashboard">{(mine) => <SignedIn mine={mine} />}</Gate>
  return (
    <ConfirmHandOver
      handedOver={brought}
      onDone={() => {
        doubtful.value = undefined
      }}
    />
  )
}

/** Asks before it accepts tokens that this tab did not request: a link alone must not sign a person in. */
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
  return (
    <Frame mine={mine} here="dashboard" lead={messages.machines.lead}>
      <Machines onOpen={({ id }) => go({ terminalOn: id })} />
    </Frame>
  )
}
