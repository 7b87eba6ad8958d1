import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import express, { Router } from 'express'
import type { OidcEdge } from './oidc-router.ts'

/**
 * Content Security Policy of every page of our own: all that it loads or calls is this service, no
 * script or style stands in its markup, nobody may frame it, and no form leaves it but by script,
 * so that what is typed can never end in an address.
 */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

const folder = join(import.meta.dirname, '..', '..', 'pages')

const pages = {
  '/': 'index.html',
  '/verify-email': 'verify-email.html',
  '/reset-password': 'reset-password.html',
  '/login': 'login.html',
  '/workspaces': 'workspaces.html',
  '/dashboard': 'dashboard.html',
} as const

/**
 * The pages that links in mails and sign-ins at a provider lead to. They take tokens from the
 * fragment, which no server and no link scanner sees; those of mails act only when the person presses
 * the button (T-55). What they load is under `/pages`.
 */
export function createPagesRouter(oidc: Pick<OidcEdge, 'pages' | 'providers'>): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.use((_request, response, next) => {
    response.set('Content-Security-Policy', pagePolicy)
    next()
  })
  for (const [path, file] of Object.entries(pages)) {
    router.get(path, (_request, response) => response.sendFile(file, { root: folder }))
  }
  const config = configModule(oidc)
  router.get('/pages/config.js', (_request, response) => {
    response.set('Cache-Control', 'no-cache').type('js').send(config)
  })
  router.use('/pages', express.static(join(folder, 'assets'), { index: false, setHeaders }))
  return router
}

/** What the pages have to know of the settings, as a script: the policy allows no other way. */
function configModule({ pages: urls, providers }: Pick<OidcEdge, 'pages' | 'providers'>): string {
  const links = providers.map(({ name, label }) => ({ path: `api/auth/oidc/${name}`, label }))
  const constant = (name: string, value: unknown) =>
    `export const ${name} = ${JSON.stringify(value)}\n`
  return (
    constant('providers', links) +
    constant('dashboardUrl', urls.dashboardUrl) +
    constant('loginUrl', urls.loginUrl)
  )
}

/** Files may be kept but are asked for anew, so that a page never meets the script of another version. */
function setHeaders(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-cache')
}
