import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '@gatehouse/gateway/testing'
import { type BrowserContext, chromium } from 'playwright-core'

/** A folder in which a browser keeps what it stores. */
export interface Profile {
  /** Starts a browser on it. Closing the context ends that browser. */
  start(url: string): Promise<BrowserContext>
  /** Ends its browsers, and removes the folder. */
  remove(): Promise<void>
}

/** Makes a profile. @param preferences Chromium's, as in its file of that name. */
export async function makeProfile(preferences: object = {}): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-profile-'))
  await mkdir(join(folder, 'Default'))
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
  const executablePath = findBrowser()
  const started: BrowserContext[] = []
  return {
    async start(baseURL) {
      const context = await chromium.launchPersistentContext(folder, {
        ...(executablePath && { executablePath }),
        args: ['--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
        locale: 'en-GB',
        baseURL,
      })
      context.setDefaultTimeout(10_000)
      started.push(context)
      return context
    },
    async remove() {
      for (const context of started) await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
