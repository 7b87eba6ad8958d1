// What npm scripts need before they run TypeScript. Plain JavaScript, so that an old Node can say so.
const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(
    `Node 24 or newer is needed, this is ${process.version}. On Linux x64 and arm64 npm ci brings it along.`,
  )
  process.exit(1)
}
