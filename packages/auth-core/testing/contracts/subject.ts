/** What a contract runs on: how to open an adapter, and how to close it. */
export interface Subject<Port> {
  /** One that works, and that no other test uses meanwhile. It may hold records of earlier runs. */
  open(): Promise<Port>
  /** Closes what `open` gave, after each test. */
  close?(port: Port): Promise<void>
}

/** A subject that can fail on its own. */
export interface FallibleSubject<Port> extends Subject<Port> {
  /** One whose technology refuses to work: a closed database, a network port without a listener. */
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
