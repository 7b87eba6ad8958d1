type CleanUp = () => Promise<void> | void

const pending: CleanUp[] = []

// Jest's own, and not imported: programs that are no tests open the same servers, and close them.
const { afterEach } = globalThis as { readonly afterEach?: (cleanUp: CleanUp) => void }

afterEach?.(async () => {
  // What was opened last may need what was opened before it.
  for (const cleanUp of pending.splice(0).reverse()) await cleanUp()
})

/** Has something done when the running test is over, however it ends. */
export function afterTest(cleanUp: CleanUp): void {
  pending.push(cleanUp)
}
