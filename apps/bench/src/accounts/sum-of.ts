/** The sum over all labels of one metric. @param text What Prometheus reads. */
export function sumOf(text: string, metric: string): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${metric} `) || line.startsWith(`${metric}{`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}
