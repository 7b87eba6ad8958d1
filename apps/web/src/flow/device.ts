import { fill } from '../messages/fill.ts'

/** What a device is called; `on` has the places `program` and `system`. */
export interface DeviceWords {
  /** A command line. */
  readonly cli: string
  /** The extension for VS Code. */
  readonly vscode: string
  /** A browser that does not say which. */
  readonly ui: string
  /** A program that says nothing of itself. */
  readonly unknown: string
  /** A program on a system. */
  readonly on: string
}

/** What the service knows of a device. */
export interface Device {
  /** The client type, where it is known. */
  readonly client?: string | null
  /** The header of that name. */
  readonly userAgent?: string | null
}

/** By what a browser is known; the first one counts, since most call themselves by others' names too. */
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

/** What to call a device: `Firefox on Linux`, or what kind of program it is. */
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
