import { type AuthSettings, defaultSettings } from '../src/index.ts'
import { createMemoryPorts, type MemoryPorts } from './memory/memory-ports.ts'

/** The options of a test. */
interface TestOptions {
  readonly settings?: Partial<AuthSettings>
  readonly ports?: Partial<MemoryPorts>
}

/** Ports that are not there unless a host gives them. */
const optionalPorts: readonly (keyof MemoryPorts)[] = ['ownClaims']

/**
 * Finds what is misspelt, for tests without a compiler: a setting that does not exist would leave the default in place,
 * and the test would be about something else.
 *
 * @param of The function that was called, for the message.
 * @throws {TypeError} Naming the option, setting or port that does not exist.
 */
export function checkTestOptions(of: string, options: TestOptions): void {
  const { ports, settings = {} } = options
  assertKnown(options, ['settings', 'ports'], `${of}: there is no option`)
  assertKnown(settings, Object.keys(defaultSettings), `${of}: there is no setting`)
  if (ports === undefined) return
  const known = [...Object.keys(createMemoryPorts()), ...optionalPorts]
  assertKnown(ports, known, `${of}: there is no port`)
}

function assertKnown(given: object, known: readonly string[], message: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new TypeError(`${message} ${unknown}`)
}
