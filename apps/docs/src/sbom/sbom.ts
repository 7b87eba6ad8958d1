import { top } from '../pages.ts'
import { publicPackages } from '../tarballs/public-packages.ts'
import { run } from '../tarballs/run.ts'
import { type Bom, type ListedPackage, packagesBelow, shippedPart } from './shipped-part.ts'

/** What is started or served, besides the packages that are published. */
const shippedApps = ['apps/cli', 'apps/gateway', 'apps/web']

/**
 * The bill of materials of what ships and is installed here. npm makes one of all that is installed, and lists what ships
 * apart: its own `npm sbom --omit dev` leaves out what ships when another workspace has it for its tests
 * (npm/cli#7909), such as Express.
 *
 * @throws {Error} When npm cannot read what is installed.
 */
export async function shippedBom(): Promise<Bom> {
  const folders = [...shippedApps, ...publicPackages().map(([, folder]) => folder)]
  const [all, shipped] = await Promise.all([
    askNpm<Bom>('sbom', '--sbom-format=cyclonedx'),
    askNpm<ListedPackage>(
      'ls',
      '--json',
      '--all',
      '--omit=dev',
      ...folders.map((each) => `-w=${each}`),
    ),
  ])
  return shippedPart(all, packagesBelow(shipped))
}

async function askNpm<Answer>(...words: readonly string[]): Promise<Answer> {
  return JSON.parse(await run('npm', words, { cwd: top })) as Answer
}
