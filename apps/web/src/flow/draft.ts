import { tabStorage } from '../session/browser-storage.ts'

/** What was typed into a form, kept in `sessionStorage` so that a reload or a way back does not empty it. */
export interface Draft<Name extends string> {
  /** The values that were kept; of each name that has one. */
  read(): Readonly<Partial<Record<Name, string>>>
  /** Keeps the values of the draft's names; other values, such as passwords, are left out. */
  keep(values: Readonly<Record<Name, string>>): void
  /** Forgets them. */
  drop(): void
}

/**
 * @param key The key in `sessionStorage`.
 * @param names The fields to keep. Never one for a password or a code.
 */
export function createDraft<Name extends string>(key: string, names: readonly Name[]): Draft<Name> {
  return {
    read() {
      const kept = parse(tabStorage.read(key))
      const found = names.filter((name) => typeof kept[name] === 'string')
      return Object.fromEntries(found.map((name) => [name, kept[name]])) as Record<Name, string>
    },
    keep(values) {
      const typed = names.filter((name) => values[name].trim() !== '')
      const entries = typed.map((name) => [name, values[name]])
      const text = JSON.stringify(Object.fromEntries(entries))
      tabStorage.write(key, entries.length === 0 ? undefined : text)
    },
    drop: () => tabStorage.write(key, undefined),
  }
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}')) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}
