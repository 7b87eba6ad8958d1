import { expect, it } from '@jest/globals'
import { strengthOf } from './password-strength.ts'

it.each([
  ['', 0],
  ['seven77', 0],
  ['aaaaaaaaaaaaaaaaaaaa', 1],
  ['abababababab', 1],
  ['12345678', 1],
  ['87654321', 1],
  ['kd83hf7s', 2],
  ['quiet-river', 3],
  ['garden-lamp-quiet-river', 4],
  ['🔑🔑🔑🔑', 0],
])('the strength of %j is %d', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
