/** What a contract is run on: how to get an adapter, and how to give it back. */
export interface Subject<Port> {
  /** One that works and that nobody else uses meanwhile. It may hold records of earlier runs. */
  open(): Promise<Port>
  /** Gives back what `open` took, after each test. */
  close?(port: Port): Promise<void>
}

/** A subject that can fail on its own. */
export interface FallibleSubject<Port> extends Subject<Port> {
  /** One whose technology refuses to work: a closed database, a port nobody listens on. */
  openBroken(): Promise<Port>
}

/** A test of something open. */
export type Test<Port> = (port: Port) => Promise<void>

/** Makes the body of an `it` out of a test of something that has to be opened and closed. */
export function testsOf<Port>(
  { close }: Pick<Subject<Port>, 'close'>,
  open: () => Promise<Port>,
): (test: Test<Port>) => () => Promise<void> {
  return (test) => async () => {
    const port = await open()
    try {
      await test(port)
    } finally {
      await close?.(port)
    }
  }
}
