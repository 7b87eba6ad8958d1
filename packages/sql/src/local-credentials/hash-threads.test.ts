import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'
import { createHashThreads } from './hash-threads.ts'

const program = new URL('./hash-thread.ts', import.meta.url)
const options = { memoryCost: 64, timeCost: 1, parallelism: 1 }
const onLinux = process.platform === 'linux' ? it : it.skip

it('makes hashes and compares them, some at a time', async () => {
  const compute = createHashThreads({ program, niceness: 0, threads: 2 })
  const passwords = ['one', 'two', 'three', 'four', 'five']
  const hashes = await Promise.all(passwords.map((password) => compute({ password, options })))
  const right = hashes.map((passwordHash, index) =>
    compute({ password: passwords[index] ?? '', options, passwordHash: String(passwordHash) }),
  )
  expect(await Promise.all(right)).toEqual(passwords.map(() => true))
  const passwordHash = String(hashes[0])
  expect(await compute({ password: 'two', options, passwordHash })).toBe(false)
})

it('tells what is no hash', async () => {
  const compute = createHashThreads({ program, niceness: 0, threads: 1 })
  const garbage = { password: 'one', options, passwordHash: 'garbage' }
  await expect(compute(garbage)).rejects.not.toMatchObject({ port: 'credential_store' })
})

onLinux('gives way to all other threads of the process, which do not', async () => {
  const compute = createHashThreads({ program, niceness: 7, threads: 1 })
  const before = nicenesses()
  const own = nicenessOf(process.pid)
  await compute({ password: 'one', options })
  const gives = (all: readonly number[]) => all.filter((niceness) => niceness === 7).length
  expect(gives(nicenesses())).toBe(gives(before) + 1)
  expect(nicenessOf(process.pid)).toBe(own)
})

it('gives way to nobody while others keep all cores busy, and tries again later', async () => {
  const starving = new URL('../../test-support/threads/starving-thread.ts', import.meta.url)
  const compute = createHashThreads({ program: starving, niceness: 7, threads: 1 })
  const next = () => compute({ password: 'one', options })
  expect(await next()).toBe('7')
  for (let hashes = 0; hashes < 64; hashes += 1) expect(await next()).toBe('0')
  expect(await next()).toBe('7')
  expect(await next()).toBe('0')
})

it.each(['throw', 'exit'])(
  'says so when a thread has ended by %s, and goes on with another',
  async (password) => {
    const broken = new URL('../../test-support/threads/ending-thread.ts', import.meta.url)
    const compute = createHashThreads({ program: broken, niceness: 0, threads: 1 })
    expect(await compute({ password: 'one', options })).toBe('one')
    await expect(compute({ password, options })).rejects.toMatchObject({
      port: 'credential_store',
      failure: 'unavailable',
    })
    expect(await compute({ password: 'two', options })).toBe('two')
  },
)

it('keeps a process from ending while somebody waits, and no longer', async () => {
  const module = new URL('./hash-threads.ts', import.meta.url).href
  const code = `const { createHashThreads } = await import('${module}')
    const compute = createHashThreads({ program: new URL('${program.href}'), niceness: 0, threads: 1 })
    console.log(await compute({ password: 'one', options: ${JSON.stringify(options)} }))`
  const words = ['--conditions=@gatehouse/source', '--input-type=module', '--eval', code]
  const { stdout } = await promisify(execFile)(process.execPath, words)
  expect(stdout).toMatch(/^\$argon2id/)
})

/** Of all threads, the main one first. */
function nicenesses(): readonly number[] {
  return readdirSync('/proc/self/task').map(nicenessOf)
}

function nicenessOf(thread: string | number): number {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
  // The name, in brackets, may hold spaces (proc_pid_stat(5)); niceness is the 19th field.
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17])
}
