import {
  DeclarationReflection,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
} from 'typedoc'

/** Parts of a type that is written in place are explained by what has the type. */
const inPlace = ReflectionKind.TypeLiteral | ReflectionKind.Parameter

const kinds =
  ReflectionKind.SomeValue |
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias |
  ReflectionKind.Property |
  ReflectionKind.Method |
  ReflectionKind.Accessor

/** What of our own has no comment: exported names, and members of interfaces and classes. */
export function undocumented(project: ProjectReflection): readonly string[] {
  return project
    .getReflectionsByKind(kinds)
    .filter((each) => each instanceof DeclarationReflection)
    .filter((each) => isOurs(project, each) && !isWithin(inPlace, each) && !hasComment(each))
    .map((each) => each.getFriendlyFullName())
}

function isOurs(project: ProjectReflection, each: DeclarationReflection): boolean {
  const { packageName = '' } = project.getSymbolIdFromReflection(each) ?? {}
  return packageName.startsWith('@gatehouse/')
}

function isWithin(kind: ReflectionKind, { parent }: Reflection): boolean {
  return parent !== undefined && (parent.kindOf(kind) || isWithin(kind, parent))
}

/** The comment of a function is at its signature, and so is that of a property which is one. */
function hasComment(each: DeclarationReflection): boolean {
  const ofType = each.type?.type === 'reflection' ? each.type.declaration.signatures : undefined
  const signatures = [
    ...(each.signatures ?? []),
    ...(ofType ?? []),
    ...[each.getSignature, each.setSignature].flatMap((one) => one ?? []),
  ]
  return each.hasComment() || signatures.some((one) => one.hasComment())
}
