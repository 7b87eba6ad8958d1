let isWanted = false

/** Remembers that a person goes to their account to create an API key. */
export function wantNewKey(): void {
  isWanted = true
}

/** Whether a person has come for a new API key; told once. */
export function takeWantedKey(): boolean {
  const wanted = isWanted
  isWanted = false
  return wanted
}
