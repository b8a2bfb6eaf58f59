/** Reads one document in a process of its own, and prints what it took. */
import { join } from 'node:path'
import { projectRoot } from '../../../scripts/projectRoot.mjs'
import { createDocumentReader } from '../../../src/main/knowledge/reading/createDocumentReader.ts'

const lookMilliseconds = 10

const [path = ''] = process.argv.slice(2)
const reader = createDocumentReader({
  entry: new URL('../../../src/main/knowledge/reading/documentWorker.ts', import.meta.url),
  pdfium: join(projectRoot, 'node_modules/@hyzyla/pdfium/dist/pdfium.wasm'),
})
let peak = 0
const looks = setInterval(
  () => (peak = Math.max(peak, process.memoryUsage.rss())),
  lookMilliseconds,
)
const before = process.cpuUsage()
await reader.readDocument({ path, name: path })
const { user, system } = process.cpuUsage(before)
clearInterval(looks)
process.stdout.write(JSON.stringify({ seconds: (user + system) / 1e6, megabytes: peak / 1e6 }))
await reader.close()
