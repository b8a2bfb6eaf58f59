import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { downloadResult } from '../../../../src/main/media/results/downloadResult.ts'
import { readResult } from '../../../../src/main/media/results/readResult.ts'
import { loopback } from '../openMediaParts.ts'

/** Downloads the address in its first argument, and prints its hash and the most buffers, in MB. */
const [, , address = '', way = 'pieces'] = process.argv
const options = { pages: loopback, signal: new AbortController().signal, folder: tmpdir() }
const hash = createHash('sha256')
let mostBytes = 0

if (way === 'whole') hash.update(await readResult(address, Infinity, options))
else {
  for await (const piece of downloadResult(address, options)) {
    // More arrives while the reader is at work.
    await nextTurn()
    hash.update(piece)
    mostBytes = Math.max(mostBytes, process.memoryUsage().arrayBuffers)
  }
}
process.stdout.write(JSON.stringify({ hash: hash.digest('hex'), megabytes: mostBytes / 1e6 }))
