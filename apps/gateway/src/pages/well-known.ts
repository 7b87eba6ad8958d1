import type { FactsOf } from '@gatehouse/http-api'
import type { RequestHandler } from 'express'
import { type Logo, readLogo } from './logo.ts'

/** What the addresses that others look for are made of. */
export interface WellKnownOptions {
  /** The address at which people reach the gateway. */
  readonly publicBaseUrl: string
  /** The page on which a person changes the password; not set where this service has none. */
  readonly changePasswordUrl?: string
  /** A URI for reports of faults; not set if the operator names none. */
  readonly securityContact?: string
  /** Tells when a request arrived. */
  readonly factsOf: FactsOf
}

/** Milliseconds for which `security.txt` says that it holds: a month, so that a copy grows old. */
const contactAgeMs = 30 * 24 * 60 * 60 * 1000

/** For an image that is opened directly: an SVG can hold scripts. */
export const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * What browsers, crawlers and people who report faults look for at fixed addresses, by path.
 *
 * @param logo The operator's; our own unless given.
 */
export function wellKnownAddresses(
  { publicBaseUrl, changePasswordUrl, securityContact, factsOf }: WellKnownOptions,
  logo: Logo = readLogo(),
): ReadonlyMap<string, RequestHandler> {
  const addresses = new Map<string, RequestHandler>([
    [
      '/favicon.ico',
      (_request, response) => void response.set(iconHeaders).type(logo.type).send(logo.bytes),
    ],
    // Nothing here is for search engines, and each request of a crawler costs those who sign in.
    [
      '/robots.txt',
      (_request, response) => void response.type('text').send('User-agent: *\nDisallow: /\n'),
    ],
  ])
  if (changePasswordUrl !== undefined) {
    addresses.set('/.well-known/change-password', (_request, response) => {
      response.redirect(303, changePasswordUrl)
    })
  }
  if (securityContact !== undefined) {
    const path = '/.well-known/security.txt'
    addresses.set(path, (request, response) => {
      const expires = new Date(factsOf(request).from.receivedAt.getTime() + contactAgeMs)
      const fields = [
        `Contact: ${securityContact}`,
        `Expires: ${expires.toISOString()}`,
        `Canonical: ${publicBaseUrl}${path}`,
      ]
      response.type('text').send(`${fields.join('\n')}\n`)
    })
  }
  return addresses
}

const iconHeaders = {
  'Content-Security-Policy': imagePolicy,
  'Cache-Control': 'public, max-age=86400',
}
