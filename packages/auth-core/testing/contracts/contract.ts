/** One promise of a port, as a test that any runner can run. */
export interface ContractTest {
  /**
   * The port and the promise, in at most 120 letters: `CredentialStore: removes nothing where no realm is`. No
   * other test of its contract has this name.
   */
  readonly name: string
  /** Opens an adapter, tests it and closes it. @throws {Error} When the promise is broken. */
  readonly run: () => Promise<void>
}

/** Everything that a port promises. The tests can run in any order, one at a time. */
export type Contract = readonly ContractTest[]

/** Puts what promises are about before their names: a kind of record, or the port itself. */
export function about(subject: string, contract: Contract): Contract {
  return contract.map(({ name, run }) => {
    // The number of a threat or a fault stays in front.
    const [, threat = '', promise = ''] = /^([TF]-\d+: )?(.*)$/s.exec(name) ?? []
    return { name: `${threat}${subject} ${promise}`, run }
  })
}

/** A text in the name of a test: as JSON, and of a long one its two ends. */
export function shown(text: string): string {
  const json = JSON.stringify(text)
  return json.length <= 34 ? json : `${json.slice(0, 16)}…${json.slice(-16)}`
}
