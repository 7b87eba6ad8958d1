import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { addressParameters, go, route } from '../flow/router.ts'
import { takeWantedPage } from '../flow/wanted-page.ts'
import { adopt, isLikelySignedIn, session, sessionEnding } from '../session/session-store.ts'

/**
 * Leads a person away from the sign-in who is signed in already, in another tab or by the browser. Who comes here
 * because a session is over, or was refused, stays.
 *
 * @returns Whether that is still being found out, and likely.
 */
export function useSignedIn(): boolean {
  const hasReason =
    sessionEnding.peek() !== undefined || addressParameters.peek().error !== undefined
  const isLooking = useSignal(!hasReason && isLikelySignedIn())
  useEffect(() => {
    const here = route.peek()
    const look = hasReason ? Promise.resolve() : adopt()
    void look.then(() => {
      // A person who has signed in meanwhile is where they wanted to go.
      if (session.peek() && route.peek() === here) go(takeWantedPage(), { replace: true })
      isLooking.value = false
    })
  }, [])
  return isLooking.value
}
