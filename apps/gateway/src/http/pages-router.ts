import { join } from 'node:path'
import express, { Router } from 'express'

/** Everything a page loads comes from here, and nobody may frame it. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const folder = join(import.meta.dirname, '..', '..', 'pages')

const pages = {
  '/': 'index.html',
  '/verify-email': 'verify-email.html',
  '/reset-password': 'reset-password.html',
} as const

/**
 * The pages that links in mails lead to. They take the token from the fragment, which no server and
 * no link scanner sees, and act only when the person presses the button (T-55).
 */
export function createPagesRouter(): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.use((_request, response, next) => {
    response.set('Content-Security-Policy', pagePolicy)
    next()
  })
  for (const [path, file] of Object.entries(pages)) {
    router.get(path, (_request, response) => response.sendFile(file, { root: folder }))
  }
  router.use('/pages', express.static(folder, { index: false, maxAge: '1h' }))
  return router
}
