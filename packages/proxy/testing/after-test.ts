type CleanUp = () => Promise<void> | void

const pending: CleanUp[] = []

// Jest's global, not an import: programs that are not tests open the same servers, and close them themselves.
const { afterEach } = globalThis as { readonly afterEach?: (cleanUp: CleanUp) => void }

afterEach?.(async () => {
  // In reverse order, because a later one may need an earlier one.
  for (const cleanUp of pending.splice(0).reverse()) await cleanUp()
})

/** Runs a function after the current test, however it ends. */
export function afterTest(cleanUp: CleanUp): void {
  pending.push(cleanUp)
}
