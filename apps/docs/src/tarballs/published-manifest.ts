/** A `package.json`, as far as it matters here. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly [field: string]: unknown
}

/** Fields that are for this repository alone. */
const ownFields: ReadonlySet<string> = new Set(['devDependencies', 'scripts'])

/**
 * What a package says of itself once it has left the repository: without the condition that leads to its
 * sources, without entries that have nothing else, and without what it needs for its tests.
 */
export function publishedManifest(manifest: Manifest): Manifest {
  const entries = Object.entries(manifest.exports).flatMap(([entry, conditions]) => {
    const { '@gatehouse/source': _source, ...others } = conditions
    return Object.keys(others).length > 0 ? [[entry, others] as const] : []
  })
  const kept = Object.entries(manifest).filter(([field]) => !ownFields.has(field))
  return { ...(Object.fromEntries(kept) as Manifest), exports: Object.fromEntries(entries) }
}

/** What imports a package, one specifier for each entry. */
export function specifiersOf({ name, exports }: Manifest): readonly string[] {
  return Object.keys(exports).map((entry) => `${name}${entry.slice(1)}`)
}
