import { go } from '../../flow/router.ts'
import { signOut } from '../../session/session-store.ts'
import { words } from '../../words.ts'

/** For what is only possible soon after signing in. */
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
        {words.dashboard.signInAgain}
      </button>
    </div>
  )
}
