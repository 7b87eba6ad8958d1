import { describe, expect, it } from '@jest/globals'
import { actionOf, inputOf, nothingHeld, type TerminalKey, withHeld } from './terminal-keys.ts'

/** A key event from a text such as `Ctrl+Shift+C`. */
function press(text: string): TerminalKey {
  const parts = text.split('+')
  const key = parts.at(-1) ?? ''
  return {
    key: parts.includes('Shift') ? key : key.replace(/^[A-Z]$/, (letter) => letter.toLowerCase()),
    code: `Key${key}`,
    ctrlKey: parts.includes('Ctrl'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    metaKey: parts.includes('Cmd'),
  }
}

describe('a key in the terminal', () => {
  it.each([
    ['Ctrl+Shift+C', 'copy'],
    ['Ctrl+Shift+V', 'browser'],
    ['Ctrl+C', 'copy_and_clear'],
    ['Ctrl+V', 'browser'],
    ['Ctrl+F6', 'leave'],
    ['Ctrl+D', 'input'],
    ['Ctrl+Alt+V', 'input'],
    ['Shift+Insert', 'input'],
    ['Cmd+C', 'input'],
    ['C', 'input'],
  ])('%s does with a selection: %s', (keys, action) => {
    expect(actionOf(press(keys), { isApple: false, hasSelection: true })).toBe(action)
  })

  it('Ctrl+C without a selection goes to the shell', () => {
    expect(actionOf(press('Ctrl+C'), { isApple: false, hasSelection: false })).toBe('input')
  })

  it.each(['Ctrl+C', 'Ctrl+V', 'Cmd+C', 'Cmd+V'])(
    'on a Mac %s is left to the shell or to the browser',
    (keys) => {
      expect(actionOf(press(keys), { isApple: true, hasSelection: true })).toBe('input')
    },
  )

  it('is found on a keyboard of another script too, and by its letter on one of another order', () => {
    const context = { isApple: false, hasSelection: true }
    expect(actionOf({ ...press('Ctrl+C'), key: 'с' }, context)).toBe('copy_and_clear')
    expect(actionOf({ ...press('Ctrl+J'), code: 'KeyC' }, context)).toBe('input')
  })
})

describe('the bar of keys', () => {
  it.each([
    ['Escape', '\u001b'],
    ['Tab', '\t'],
    ['ArrowUp', '\u001b[A'],
    ['ArrowLeft', '\u001b[D'],
    ['|', '|'],
  ])('sends for %s %j', (name, input) => {
    expect(inputOf(name, nothingHeld, false)).toBe(input)
  })

  it('sends the arrows that the program asks for, and those with modifiers', () => {
    expect(inputOf('ArrowDown', nothingHeld, true)).toBe('\u001bOB')
    expect(inputOf('ArrowRight', { ctrl: true, alt: false }, true)).toBe('\u001b[1;5C')
    expect(inputOf('ArrowRight', { ctrl: true, alt: true }, false)).toBe('\u001b[1;7C')
  })

  it.each([
    ['c', '\u0003'],
    ['C', '\u0003'],
    ['[', '\u001b'],
    ['1', '1'],
    ['ü', 'ü'],
    ['ls -l', 'ls -l'],
  ])('makes of Ctrl and %j %j', (text, input) => {
    expect(withHeld(text, { ctrl: true, alt: false })).toBe(input)
  })

  it('sends Escape first for Alt', () => {
    expect(withHeld('b', { ctrl: false, alt: true })).toBe('\u001bb')
  })
})
