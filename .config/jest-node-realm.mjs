// Jest runs tests in a vm context whose Error is not Node's own. Errors made by Node (fetch, fs,
// structuredClone) would then not be `instanceof Error` in the code under test, as they are in
// production. This accepts both.
import { TestEnvironment } from 'jest-environment-node'

const names = [
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'AggregateError',
  'Date',
  'Map',
  'Set',
  'Promise',
  'Array',
  'Object',
]
const ordinary = Function.prototype[Symbol.hasInstance]

export default class NodeRealmEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    for (const name of names) acceptBothRealms(this.global[name], globalThis[name])
  }
}

function acceptBothRealms(inner, outer) {
  Object.defineProperty(inner, Symbol.hasInstance, {
    configurable: true,
    value(candidate) {
      // A subclass inherits this method but must not take every outer instance for its own.
      const asked = this === inner
      return ordinary.call(this, candidate) || (asked && ordinary.call(outer, candidate))
    },
  })
}
