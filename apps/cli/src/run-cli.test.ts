import { describe, expect, it } from '@jest/globals'
import {
  type Command,
  type CommandCall,
  type CommandResult,
  endWith,
  exitCodes,
  withObjects,
} from './command.ts'
import { commands } from './commands.ts'
import type { Console } from './console/console.ts'
import { runCli } from './run-cli.ts'

const calls: CommandCall[] = []
let result: CommandResult = endWith('left')

const copy: Command = {
  name: 'files copy',
  summary: 'copies files',
  details: ['They stay where they are.'],
  options: {
    to: { summary: 'where', value: 'FOLDER', required: true },
    mode: { summary: 'their mode', value: 'OCTAL' },
    quickly: { summary: 'takes less care' },
  },
  operands: ['FILE'],
  async run(call) {
    calls.push(call)
    return result
  },
}
const list: Command = { ...copy, name: 'files', options: {}, operands: [] }
const count: Command = {
  ...copy,
  name: 'folders count',
  summary: 'counts folders',
  options: {},
  operands: [],
  json: 'prints the result as a JSON object',
  async run(call) {
    calls.push(call)
    call.console.print('One after the other.')
    return withObjects(endWith('left', '2 folders'), { folders: 2 }, { folders: null })
  },
}

const { json: _, ...withoutJson } = count
const own: Command = { ...withoutJson, name: 'folders list', options: { json: { summary: 'own' } } }

const drop: Command = {
  ...count,
  name: 'folders drop',
  async run({ console }) {
    console.print('2 folders go.')
    const answer = await console.ask('Go on?')
    return withObjects(endWith('done'), { answer: answer ?? null })
  },
}

async function run(...parameters: readonly string[]) {
  return runOn({ canAsk: false, ask: async () => undefined }, ...parameters)
}

async function runOn(terminal: Pick<Console, 'canAsk' | 'ask'>, ...parameters: readonly string[]) {
  calls.length = 0
  const printed: string[] = []
  const complaints: string[] = []
  const console: Console = {
    print: (...lines) => void printed.push(...lines),
    complain: (...lines) => void complaints.push(...lines),
    progress: () => undefined,
    readInput: async () => '',
    ...terminal,
  }
  const code = await runCli([list, copy, count, own, drop], {
    parameters,
    environment: { A: 'a' },
    console,
  })
  return { code, printed: printed.join('\n'), complaints: complaints.join('\n'), calls }
}

describe('a command', () => {
  it('gets its flags, its options, its operands and the environment', async () => {
    const told = await run('files', 'copy', '--to', 'there', 'this', '--quickly')
    expect(told).toMatchObject({
      code: exitCodes.left,
      calls: [{ texts: { to: 'there' }, operands: ['this'], environment: { A: 'a' } }],
    })
    expect([...(told.calls[0]?.flags ?? [])]).toEqual(['quickly'])
  })

  it.each([
    ['done', { code: 0, printed: 'one\ntwo', complaints: '' }],
    ['left', { code: 1, printed: '', complaints: 'one\ntwo' }],
    ['usage', { code: 2, printed: '', complaints: 'one\ntwo' }],
    ['unreachable', { code: 3, printed: '', complaints: 'one\ntwo' }],
  ] as const)('that ends with %s says the rest where it belongs', async (exit, expected) => {
    result = endWith(exit, 'one', 'two')
    expect(await run('files')).toMatchObject(expected)
    result = endWith('left')
  })

  it('prints an object a line for programs, and nothing else, whatever its end', async () => {
    const told = await run('folders', 'count', '--json')
    expect(told).toMatchObject({
      code: exitCodes.left,
      printed: '{"folders":2}\n{"folders":null}',
      complaints: '',
    })
    expect(await run('folders', 'count')).toMatchObject({
      code: exitCodes.left,
      printed: 'One after the other.',
      complaints: '2 folders',
    })
    expect((await run('folders', 'count', '--help')).printed).toContain(
      '  --json   prints the result as a JSON object',
    )
  })

  it('says what a question is about where a person reads the errors and a program the output', async () => {
    const told = await runOn({ canAsk: true, ask: async () => true }, 'folders', 'drop', '--json')
    expect(told).toMatchObject({
      printed: '{"answer":true}',
      complaints: '2 folders go.',
    })
    expect(await run('folders', 'drop', '--json')).toMatchObject({
      printed: '{"answer":null}',
      complaints: '',
    })
  })

  it('prints what it likes to an option of its own that is called so', async () => {
    expect((await run('folders', 'list', '--json')).printed).toBe('One after the other.')
  })

  it('is the one with the longest name', async () => {
    expect((await run('files')).code).toBe(exitCodes.left)
  })

  it.each([
    [['--to', 'x', 'f', '--slowly'], "Unknown option '--slowly'."],
    [['--to', 'x', 'f', '--quikly'], "Unknown option '--quikly'. Did you mean --quickly?"],
    [['--to', 'x', 'f', '--json'], "Unknown option '--json'."],
    [['--to', 'x', 'f', '--quickly=yes'], 'does not take an argument'],
    [['f', '--to'], 'argument missing'],
    [['f'], '--to is needed.'],
    [['--to', 'x'], 'FILE is needed.'],
    [['--to', 'x', 'f', 'g'], 'files copy does not take "g".'],
  ])('is not run when it is called wrongly, with %j', async (rest, mistake) => {
    const told = await run('files', 'copy', ...rest)
    expect(told).toMatchObject({ code: exitCodes.usage, printed: '' })
    expect(told.calls).toEqual([])
    expect(told.complaints).toContain(mistake)
    expect(told.complaints).toContain('usage: gatehouse files copy --to FOLDER [--mode OCTAL]')
  })

  it.each(['--help', '-h'])('explains itself to %s', async (help) => {
    const told = await run('files', 'copy', help)
    expect(told).toMatchObject({ code: exitCodes.done, complaints: '' })
    expect(told.calls).toEqual([])
    expect(told.printed).toBe(
      [
        'usage: gatehouse files copy --to FOLDER [--mode OCTAL] [--quickly] FILE',
        '',
        'gatehouse files copy copies files.',
        'They stay where they are.',
        '',
        '  --to FOLDER    where',
        '  --mode OCTAL   their mode',
        '  --quickly      takes less care',
      ].join('\n'),
    )
  })
})

describe('gatehouse', () => {
  it('lists its commands for --help', async () => {
    const { code, printed } = await run('--help')
    expect(code).toBe(exitCodes.done)
    expect(printed).toContain('  files copy      copies files')
  })

  it('lists them as a mistake without a command', async () => {
    const told = await run()
    expect(told).toMatchObject({ code: exitCodes.usage, printed: '' })
    expect(told.complaints).toMatch(/^usage: gatehouse COMMAND/)
  })

  it.each(['--version', '-V'])('says its release to %s', async (parameter) => {
    const told = await run(parameter)
    expect(told).toMatchObject({ code: exitCodes.done, complaints: '' })
    expect(told.printed).toMatch(/^gatehouse \d+\.\d+\.\d+$/)
  })

  it.each([
    [['help'], 'usage: gatehouse COMMAND'],
    [['help', 'files', 'copy'], 'usage: gatehouse files copy'],
    [['--help', 'files', 'copy'], 'usage: gatehouse files copy'],
    [['help', 'folders'], 'usage: gatehouse folders COMMAND'],
    [['folders', '--help'], 'usage: gatehouse folders COMMAND'],
  ])('explains what %j names', async (parameters, usage) => {
    const told = await run(...parameters)
    expect(told).toMatchObject({ code: exitCodes.done, complaints: '' })
    expect(told.calls).toEqual([])
    expect(told.printed.startsWith(usage)).toBe(true)
  })

  it('lists the commands of a group', async () => {
    const told = await run('folders')
    expect(told).toMatchObject({ code: exitCodes.usage, printed: '' })
    expect(told.complaints).toMatch(/^usage: gatehouse folders COMMAND/)
    expect(told.complaints).toContain('  folders count   counts folders')
    expect(told.complaints).not.toContain('files')
  })

  it.each([
    [['dance'], 'There is no command "dance".\n'],
    [['--slowly'], 'usage: gatehouse COMMAND'],
    [['folder', 'count'], 'There is no command "folder". Did you mean "folders count"?\n'],
    [['folders', 'cuont'], 'There is no command "folders cuont". Did you mean "folders count"?\n'],
    [['folders', 'dance'], 'There is no command "folders dance".\n'],
    [['foldrs'], 'There is no command "foldrs". Did you mean "folders"?\n'],
    [['help', 'fils', 'copy'], 'There is no command "fils". Did you mean "files copy"?\n'],
  ])('says for %j what may have been meant', async (parameters, mistake) => {
    const told = await run(...parameters)
    expect(told).toMatchObject({ code: exitCodes.usage, printed: '' })
    expect(told.calls).toEqual([])
    expect(told.complaints.slice(0, mistake.length)).toBe(mistake)
    expect(told.complaints).toContain('usage: gatehouse ')
  })

  it('has no two commands of one name, and each says what it does and prints JSON', () => {
    const names = commands.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { summary, details, json } of commands) {
      expect(summary).toMatch(/^[a-z].*[^.]$/)
      expect(json).toMatch(/^prints .*JSON object/)
      for (const line of details) expect(line.length).toBeLessThanOrEqual(90)
    }
  })
})
