import { strengthOf } from '../flow/password-strength.ts'
import { account } from '../messages/account.ts'

/** Says in a word how hard a new password is to guess, once there is one. */
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
      <span role="status">{password !== '' && account.password.strength[strength]}</span>
    </p>
  )
}
