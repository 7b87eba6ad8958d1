import { defineConfig } from 'vite'

export default defineConfig({
  // The gateway serves what is built under this path, wherever the pages themselves are.
  base: '/pages/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // An inlined file would be an address that the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
