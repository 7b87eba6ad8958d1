/** What this browser knows of a person who stays signed in. None of it opens anything. */
import { signal } from '@preact/signals'
import { browserStorage, tabStorage } from './browser-storage.ts'

/** What is remembered for the next sign-in. */
export interface Remembered {
  /** The address that signed in. */
  readonly email: string
  /** The organization that was entered. */
  readonly tenantId: string
}

/**
 * The state of this browser: a tab is signed in (`open`), a session is kept as well (`kept`), or a kept session
 * is being ended (`leaving`).
 */
export type BrowserState = 'open' | 'kept' | 'leaving'

const stateKey = 'gatehouse.signed-in'
const rememberedKey = 'gatehouse.remembered'
const wantedKey = 'gatehouse.stay'

/** Reads the state of this browser; `undefined` when nobody is signed in, as far as it is known. */
export function browserState(): BrowserState | undefined {
  const text = browserStorage.read(stateKey)
  return text === 'open' || text === 'kept' || text === 'leaving' ? text : undefined
}

/** Notes the state of this browser. */
export function noteBrowserState(state: BrowserState | undefined): void {
  browserStorage.write(stateKey, state)
}

/** What is remembered for the next sign-in; `undefined` if the person did not want that. */
export function readRemembered(): Remembered | undefined {
  return parseRemembered(browserStorage.read(rememberedKey))
}

/** Remembers it, or forgets what was remembered. */
export function remember(who: Remembered | undefined): void {
  browserStorage.write(rememberedKey, who && JSON.stringify(who))
}

/** Reads what is remembered from its text; `undefined` for anything else. */
export function parseRemembered(text: string | null): Remembered | undefined {
  try {
    const { email, tenantId } = Object(JSON.parse(text ?? 'null')) as Partial<Remembered>
    return typeof email === 'string' && typeof tenantId === 'string'
      ? { email, tenantId }
      : undefined
  } catch {
    return undefined
  }
}

const staysAsARule = () => readRemembered() !== undefined

/** Whether the person wants to stay signed in: as they chose in this tab, else as the last time. */
export const staysSignedIn = signal(
  (tabStorage.read(wantedKey) ?? (staysAsARule() ? 'yes' : 'no')) === 'yes',
)

/** Takes the choice of the person. It outlasts a way to a provider and back; what holds as a rule is not kept. */
export function chooseToStay(stays: boolean): void {
  staysSignedIn.value = stays
  const chosen = stays ? 'yes' : 'no'
  tabStorage.write(wantedKey, stays === staysAsARule() ? undefined : chosen)
}
