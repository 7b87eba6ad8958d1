import { expect, it } from '@jest/globals'
import { limits } from '../src/limits/limits.ts'

it('counts in each place that it is told, and says what that cost', async () => {
  const lines: string[] = []
  const short = ['--seconds', '0.1', '--rounds', '1', '--in', 'sqlite,redis']
  expect(await limits.run(short, (line) => lines.push(line))).toBe(true)
  const rows = lines.filter((line) => /^\| (SQLite|Redis) \| [\d,]+ \|/.test(line))
  expect(rows).toHaveLength(6)
})

it('refuses a place that it does not know', async () => {
  await expect(limits.run(['--in', 'memcached'], () => undefined)).rejects.toThrow('--in takes')
})
