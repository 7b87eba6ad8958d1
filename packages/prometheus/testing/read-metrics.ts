/** The numbers of a scrape by metric and labels, as they stand in its text. */
export type Numbers = ReadonlyMap<string, number>

/** Reads the text format of Prometheus. @throws {TypeError} For a line that is none of it. */
export function readMetrics(text: string): Numbers {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name, number] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
      if (name === undefined) throw new TypeError(`no metric: ${line}`)
      return [name, Number(number)] as const
    }),
  )
}
