/**
 * Turns a domain name into lower-case A-labels (UTS #46, IDNA 2008). Supplied by the runtime.
 *
 * @returns `null` when the name has no such form.
 */
export type DomainToAscii = (domain: string) => string | null
