import { useSignal } from '@preact/signals'
import { service } from '../api/service.ts'
import { Card } from '../components/card.tsx'
import { DeadLink } from '../components/mail-links/dead-link.tsx'
import { Join } from '../components/mail-links/join.tsx'
import { LookUp } from '../components/mail-links/look-up.tsx'
import { addressParameters, dropAddressToken } from '../flow/router.ts'
import { mailLinks } from '../messages/mail-links.ts'

const m = mailLinks.join

/** A link that was cut or changed on its way can break the rules for the field too. */
const dead = ['invitation_invalid', 'validation_failed']

/** Lets an invited person join. */
export function AcceptInvitation() {
  const token = useSignal(addressParameters.peek().token)
  const isDead = useSignal(false)
  const onDead = () => {
    dropAddressToken()
    isDead.value = true
  }
  if (token.value === undefined) {
    return (
      <Card title={m.missing} tone="bad">
        <p>{m.missingNext}</p>
      </Card>
    )
  }
  if (isDead.value) return <DeadLink title={m.invalid} why={m.invalidWhy} next={m.invalidNext} />
  const { value: link } = token
  return (
    <LookUp
      title={m.plainTitle}
      dead={dead}
      look={() => service.readInvitation(link)}
      onDead={onDead}
    >
      {(invitation) => <Join token={link} invitation={invitation} onDead={onDead} />}
    </LookUp>
  )
}
