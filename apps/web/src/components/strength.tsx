import { strengthOf } from '../flow/password-strength.ts'
import { messages } from '../messages/current-messages.ts'

/** Says in one word how hard a new password is to guess; nothing while there is none. */
export function Strength({ password }: { readonly password: string }) {
  const strength = strengthOf(password)
  return (
    <p class={`strength s${strength}`} hidden={password === ''}>
      <span aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      <span role="status">{password !== '' && messages.strength[strength]}</span>
    </p>
  )
}
