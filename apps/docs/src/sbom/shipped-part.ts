/** A software bill of materials in CycloneDX (ECMA-424), as far as it is looked at. */
export interface Bom {
  readonly components: readonly { readonly 'bom-ref': string }[]
  readonly dependencies: readonly BomDependency[]
}

/** What one package depends on, by `bom-ref`. */
export interface BomDependency {
  readonly ref: string
  readonly dependsOn: readonly string[]
}

/** A package as `npm ls --json` tells it; one that is told elsewhere has no dependencies here. */
export interface ListedPackage {
  /** Not there for one that is not installed, since it is for other machines. */
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, ListedPackage>>
}

/** The packages below one, each as its name and version: `ws@8.23.0`. */
export function packagesBelow({ dependencies = {} }: ListedPackage): ReadonlySet<string> {
  const below = Object.entries(dependencies).flatMap(([name, each]) => [
    ...(each.version === undefined ? [] : [`${name}@${each.version}`]),
    ...packagesBelow(each),
  ])
  return new Set(below)
}

/** What a bill says of some packages, and of what they depend on among themselves. */
export function shippedPart<Whole extends Bom>(bom: Whole, shipped: ReadonlySet<string>): Whole {
  const dependencies = bom.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((each) => shipped.has(each)),
    }))
  const components = bom.components.filter((each) => shipped.has(each['bom-ref']))
  return { ...bom, components, dependencies }
}
