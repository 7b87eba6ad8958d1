import { fill } from '../messages/fill.ts'

/** The words for devices; `on` has the placeholders `program` and `system`. */
export interface DeviceWords {
  /** A command line. */
  readonly cli: string
  /** The extension for VS Code. */
  readonly vscode: string
  /** A browser without a known name. */
  readonly ui: string
  /** A program without any information. */
  readonly unknown: string
  /** A program on a system. */
  readonly on: string
}

/** The facts about a device. */
export interface Device {
  /** The client type, if known. */
  readonly client?: string | null
  /** The `User-Agent` header. */
  readonly userAgent?: string | null
}

/** The marks of browsers. The first match counts, because most also carry names of others. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const

/** The name of a device: `Firefox on Linux`, or the kind of program. */
export function deviceName(words: DeviceWords, { client, userAgent }: Device): string {
  if (client === 'cli') return words.cli
  if (client === 'vscode') return words.vscode
  const known = client === 'ui' ? words.ui : words.unknown
  const program = find(browsers, userAgent)
  if (!program) return known
  const system = find(systems, userAgent)
  return system ? fill(words.on, { program, system }) : program
}

function find(
  names: readonly (readonly [string, RegExp])[],
  text: string | null | undefined,
): string | undefined {
  return names.find(([, pattern]) => pattern.test(text ?? ''))?.[0]
}
