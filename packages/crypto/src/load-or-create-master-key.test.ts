import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from '@jest/globals'
import { loadOrCreateMasterKey, readMasterKey } from './load-or-create-master-key.ts'

const run = promisify(execFile)
const folders: string[] = []

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})

describe('loadOrCreateMasterKey', () => {
  it('makes folder, file and key at the first start, for the owner alone', async () => {
    const folder = await freshFolder()
    const file = join(folder, 'data', 'master.key')
    const key = await loadOrCreateMasterKey({ file })
    expect(key).toHaveLength(32)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700)
    expect(await readFile(file, 'utf8')).toBe(`${Buffer.from(key).toString('base64')}\n`)
  })

  it('reads the same key at every later start', async () => {
    const folder = await freshFolder()
    const file = join(folder, 'master.key')
    const first = await loadOrCreateMasterKey({ file })
    expect(await loadOrCreateMasterKey({ file })).toEqual(first)
  })

  it('makes another key elsewhere', async () => {
    const folder = await freshFolder()
    const one = await loadOrCreateMasterKey({ file: join(folder, 'one.key') })
    const other = await loadOrCreateMasterKey({ file: join(folder, 'other.key') })
    expect(one).not.toEqual(other)
  })

  it('reads a key that the operator put there', async () => {
    const folder = await freshFolder()
    const file = join(folder, 'master.key')
    const key = randomBytes(32)
    await writeFile(file, key.toString('base64'), { mode: 0o400 })
    expect(await loadOrCreateMasterKey({ file })).toEqual(key)
  })

  it('can be read without making one', async () => {
    const file = join(await freshFolder(), 'data', 'master.key')
    expect(await readMasterKey({ file })).toBeNull()
    await expect(stat(file)).rejects.toThrow('ENOENT')
    const made = await loadOrCreateMasterKey({ file })
    expect(await readMasterKey({ file })).toEqual(made)
  })

  it('gives all who start at once the same key, and leaves nothing else behind', async () => {
    const folder = await freshFolder()
    const file = join(folder, 'master.key')
    const starts: Promise<Uint8Array>[] = []
    while (starts.length < 50) {
      starts.push(loadOrCreateMasterKey({ file }))
      // So that some have the key already while others are about to make one.
      await setImmediate()
    }
    const keys = (await Promise.all(starts)).map((key) => Buffer.from(key).toString('hex'))
    expect(new Set(keys).size).toBe(1)
    expect(await readdir(folder)).toEqual(['master.key'])
  })

  it('gives processes that start at once the same key', async () => {
    const folder = await freshFolder()
    const file = join(folder, 'master.key')
    const module = pathToFileURL(join(import.meta.dirname, 'load-or-create-master-key.ts')).href
    const program = `
      const { loadOrCreateMasterKey } = await import(${JSON.stringify(module)})
      const key = await loadOrCreateMasterKey({ file: ${JSON.stringify(file)} })
      console.log(Buffer.from(key).toString('base64'))
    `
    const start = () => run(process.execPath, ['--input-type=module', '--eval', program])
    const printed = await Promise.all([start(), start(), start()])
    const kept = await readFile(file, 'utf8')
    expect(printed.map(({ stdout }) => stdout)).toEqual([kept, kept, kept])
  })

  it.each([0o640, 0o604, 0o620, 0o644])('refuses a file of mode %o by name', async (mode) => {
    const folder = await freshFolder()
    const file = join(folder, 'master.key')
    await loadOrCreateMasterKey({ file })
    await chmod(file, mode)
    await expect(loadOrCreateMasterKey({ file })).rejects.toThrow(
      `${file} is open to others than its owner`,
    )
  })

  it.each([
    ['nothing', ''],
    ['too little', randomBytes(16).toString('base64')],
    ['something else', 'not a key at all'],
  ])('refuses a file that holds %s, by name, and leaves it alone', async (_, content) => {
    const folder = await freshFolder()
    const file = join(folder, 'master.key')
    await writeFile(file, content, { mode: 0o600 })
    await expect(loadOrCreateMasterKey({ file })).rejects.toThrow(
      new Error(`${file} does not hold a master key, 32 bytes in base64`),
    )
    expect(await readFile(file, 'utf8')).toBe(content)
  })

  it('says which file it can neither read nor make', async () => {
    const folder = await freshFolder()
    const notAFolder = join(folder, 'file')
    await writeFile(notAFolder, '')
    const file = join(notAFolder, 'master.key')
    await expect(loadOrCreateMasterKey({ file })).rejects.toThrow(file)
  })
})

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-master-key-'))
  folders.push(folder)
  return folder
}
