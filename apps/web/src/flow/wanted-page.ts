/** The page that a person wanted before they had to sign in. */
import { type PageName, pageNames } from '../config.ts'
import { tabStorage } from '../session/browser-storage.ts'
import { isRecent } from '../session/expected-hand-over.ts'
import { addressParameters, type Destination, isMachineId } from './router.ts'

/** Where a person wants to go. */
interface Wanted {
  /** The page. */
  readonly page: Destination
  /** The part of it, as in `/account#password`. */
  readonly section?: string
}

const storageKey = 'gatehouse.wanted'

const kept = parseWanted(tabStorage.read(storageKey), Date.now())

let wanted: Destination | undefined = kept?.page
let wantedSection = addressParameters.peek().section ?? kept?.section

/** Remembers the page that a person wanted, to open it after the sign-in. */
export function wantPage(page: Destination): void {
  wanted = page
}

/** The page to open after the sign-in; returned once. */
export function takeWantedPage(): Destination {
  const page = wanted ?? 'dashboard'
  wanted = undefined
  tabStorage.write(storageKey, undefined)
  return page
}

/** The part of the page that the address of this visit named; returned once. */
export function takeWantedSection(): string | undefined {
  const section = wantedSection
  wantedSection = undefined
  return section
}

/** Keeps both while this tab is at a provider, whose way back is a new visit. They are kept for ten minutes. */
export function keepWantedPage(): void {
  const next = wanted && { page: wanted, section: wantedSection, at: String(Date.now()) }
  tabStorage.write(storageKey, next && JSON.stringify(next))
}

/** Reads what was kept; `undefined` for anything else, and for what is too old. @param now In epoch milliseconds. */
function parseWanted(text: string | null, now: number): Wanted | undefined {
  try {
    const { page, section, at } = Object(JSON.parse(text ?? 'null')) as Record<string, unknown>
    const destination = readDestination(page)
    if (!destination || typeof at !== 'string' || !isRecent(at, now)) return undefined
    const hasSection = typeof section === 'string' && /^[a-z]{1,64}$/.test(section)
    return { page: destination, ...(hasSection && { section }) }
  } catch {
    return undefined
  }
}

function readDestination(page: unknown): Destination | undefined {
  if (typeof page === 'string') return pageNames.find((name: PageName) => name === page)
  const { terminalOn } = Object(page) as Record<string, unknown>
  return typeof terminalOn === 'string' && isMachineId(terminalOn) ? { terminalOn } : undefined
}
