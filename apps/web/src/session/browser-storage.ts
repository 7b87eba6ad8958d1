/**
 * The two storages of a browser. Where site data is blocked, reading them throws; then each is a table in memory,
 * which is gone with the page.
 */

/** Texts by name. No method throws. */
export interface TextStorage {
  /** Whether texts outlive the page. */
  readonly isLasting: boolean
  /** The text of this name; `null` without one. */
  read(name: string): string | null
  /** Stores a text; `undefined` removes it. */
  write(name: string, text: string | undefined): void
}

/** Makes a storage that works in any case. @param open Returns the browser's storage, or throws. */
export function openStorage(open: () => Storage): TextStorage {
  const memory = new Map<string, string>()
  const probe = 'gatehouse.probe'
  let storage: Storage | undefined
  try {
    storage = open()
    storage.setItem(probe, '1')
    storage.removeItem(probe)
  } catch {
    storage = undefined
  }
  return {
    isLasting: storage !== undefined,
    read: (name) => memory.get(name) ?? attempt(() => storage?.getItem(name)) ?? null,
    write(name, text) {
      memory.delete(name)
      attempt(() => storage?.removeItem(name))
      if (text === undefined) return
      const isStored = storage && attempt(() => storage.setItem(name, text) ?? true)
      // The storage may be full.
      if (!isStored) memory.set(name, text)
    },
  }
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** What lasts as long as the tab. */
export const tabStorage = openStorage(() => sessionStorage)

/** What lasts in this browser. Nothing in it opens anything: any script of this origin can read it. */
export const browserStorage = openStorage(() => localStorage)
