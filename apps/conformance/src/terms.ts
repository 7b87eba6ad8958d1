/** The editions of the interface, the older one first. */
export const editions = ['1.1.0', '1.2.0'] as const

/** One of {@link editions}. */
export type Edition = (typeof editions)[number]

/**
 * Who says what is checked: `interface` for what every implementation keeps, `gatehouse` for what Gatehouse adds where the
 * interface is silent (codes of errors, headers, routes of its own), in any host, and `gateway` for what its gateway adds.
 */
export type Level = 'interface' | 'gatehouse' | 'gateway'

/**
 * What a service may or may not offer. With `--require` it has to. `additions` are the routes that the interface itself does
 * not have, as far as they are in the OpenAPI document of the service.
 */
export const features = [
  'sign-up',
  'codes',
  'provider_a',
  'provider_b',
  'backend',
  'terminal',
  'additions',
] as const

/** One of {@link features}. */
export type Feature = (typeof features)[number]
