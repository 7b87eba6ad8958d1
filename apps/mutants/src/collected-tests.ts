/** Stands for `@jest/globals` in a contract test: collects what it registers, to be run here. */

/** A test that was registered. */
export interface CollectedTest {
  /** The name that it was registered under. */
  readonly name: string
  /** What it does. */
  readonly run: () => Promise<void>
}

type Hook = () => unknown

/** What is collected; a program sets it before it loads a test. */
export const wanted = { adapter: '' }

/** The tests of contracts, in the order of registration. Tests of the adapter's own are left out. */
export const tests: CollectedTest[] = []

/** What was registered to be done around the tests. */
export const hooks = {
  beforeAll: [] as Hook[],
  beforeEach: [] as Hook[],
  afterEach: [] as Hook[],
  afterAll: [] as Hook[],
}

let inContract = false

/** Registers a group of tests. Those of a contract have the name that `registerContract` gives. */
export function describe(name: string, register: () => void): void {
  const [, adapter] = /^(.*) keeps its contract$/.exec(name) ?? []
  if (adapter === undefined || (wanted.adapter !== '' && adapter !== wanted.adapter)) return
  inContract = true
  register()
  inContract = false
}

/** Registers a test. */
export function it(name: string, run: () => Promise<void>): void {
  if (inContract) tests.push({ name, run })
}

/** Registers work for before all tests. */
export function beforeAll(hook: Hook): void {
  hooks.beforeAll.push(hook)
}

/** Registers work for before each test. */
export function beforeEach(hook: Hook): void {
  hooks.beforeEach.push(hook)
}

/** Registers work for after each test. */
export function afterEach(hook: Hook): void {
  hooks.afterEach.push(hook)
}

/** Registers work for after all tests. */
export function afterAll(hook: Hook): void {
  hooks.afterAll.push(hook)
}

/** Tests of the adapter's own expect something; they are not run here. */
export function expect(): never {
  throw new Error('only the tests of contracts are run')
}

/** What a contract test asks of Jest itself: nothing that matters here. */
export const jest = { setTimeout: () => {} }
