import { go } from '../../flow/router.ts'
import { messages } from '../../messages/current-messages.ts'
import { signOut } from '../../session/session-store.ts'

/** Offers to sign in again, for actions that need a recent sign-in. */
export function SignInAgain({ why }: { readonly why: string }) {
  return (
    <div class="again">
      <p role="status">{why}</p>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          void signOut()
          go('signIn')
        }}
      >
        {messages.dashboard.signInAgain}
      </button>
    </div>
  )
}
