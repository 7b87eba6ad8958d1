import { organization as m } from '../../messages/organization.ts'
import type { Lowering } from './lowering.ts'

const sentences: Readonly<Record<Lowering, string>> = {
  codes: m.lowersCodes,
  exempt: m.lowersExempt,
  length: m.lowersLength,
}

/** Warns, before saving, that the values would lower a protection. */
export function Lowered({ by }: { readonly by: readonly Lowering[] }) {
  const isLowered = by.length > 0
  return (
    <p class={isLowered ? 'notice warn' : 'unseen'} role="status">
      {isLowered && (
        <>
          <strong>{m.lowers}</strong> {by.map((each) => sentences[each]).join(' ')} {m.told}
        </>
      )}
    </p>
  )
}
