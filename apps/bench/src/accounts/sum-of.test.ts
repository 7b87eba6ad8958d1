import { expect, it } from '@jest/globals'
import { sumOf } from './sum-of.ts'

const text = `# TYPE a_count counter
a_count{outcome="ok"} 3
a_count{outcome="a b"} 4
a_counter 100
b 7
`

it.each([
  ['a_count', 7],
  ['b', 7],
  ['none', 0],
])('of %s is %d', (metric, sum) => {
  expect(sumOf(text, metric)).toBe(sum)
})
