/** What a contract runs on: how to open an adapter, and how to close it. */
export interface Subject<Port> {
  /** Opens a working adapter that no other test uses meanwhile. It may hold records of earlier runs. */
  open(): Promise<Port>
  /** Closes the adapter from `open`, after each test. */
  close?(port: Port): Promise<void>
}

/** A subject whose adapter depends on something that can fail. */
export interface FallibleSubject<Port> extends Subject<Port> {
  /** Opens an adapter whose technology fails: a closed database, a network port without a listener. */
  openBroken(): Promise<Port>
}

/** A test of an open adapter. */
export type Test<Port> = (port: Port) => Promise<void>

/** The body of an `it` that opens an adapter, tests it and closes it. */
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
