import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'

const run = promisify(execFile)
const drivers = ['better-sqlite3', 'nodemailer', 'pg']

it.each([
  ['@gatehouse/embed', []],
  ['@gatehouse/embed/parts', []],
  ['@gatehouse/embed/sqlite', ['better-sqlite3']],
  ['@gatehouse/embed/postgres', ['pg']],
  ['@gatehouse/embed/smtp', ['nodemailer']],
])('%s loads no driver but %j', async (entry, expected) => {
  const script = `
    import { registerHooks } from 'node:module'
    const urls = []
    const resolve = (name, context, next) => {
      const found = next(name, context)
      urls.push(found.url)
      return found
    }
    registerHooks({ resolve })
    await import('${entry}')
    console.log(JSON.stringify(urls))`
  const options = ['--conditions=@gatehouse/source', '--input-type=module', '--eval', script]
  const { stdout } = await run(process.execPath, options, { cwd: import.meta.dirname })
  const urls = JSON.parse(stdout) as readonly string[]
  const loaded = drivers.filter((name) =>
    urls.some((url) => url.includes(`/node_modules/${name}/`)),
  )
  expect(loaded).toEqual(expected)
})
