const paths = {
  chevron: 'm5 7.5 5 5 5-5',
  menu: 'M3 6h14M3 10h14M3 14h14',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  plus: 'M10 4v12M4 10h12',
  search: 'M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0m-1.5 4.5 4 4',
  dots: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  download: 'M10 3v9M6.5 8.5 10 12l3.5-3.5M4 16h12',
  cross: 'm5 5 10 10M15 5 5 15',
  grow: 'M3 7.5V3h4.5M17 7.5V3h-4.5M3 12.5V17h4.5M17 12.5V17h-4.5',
  shrink: 'M7.5 3v4.5H3M12.5 3v4.5H17M7.5 17v-4.5H3M12.5 17v-4.5H17',
} as const

/** A drawing beside words with the same meaning. */
export function Icon({
  name,
  small,
}: {
  readonly name: keyof typeof paths
  readonly small?: true
}) {
  return (
    <svg class={`icon-${name} ${small ? 'small-icon' : ''}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
