/** Prints the software bill of materials of what ships: npm run sbom */
import { shippedBom } from './sbom.ts'

console.log(JSON.stringify(await shippedBom(), null, 2))
