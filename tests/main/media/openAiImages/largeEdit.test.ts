import { execFile } from 'node:child_process'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startFaultyServer } from '../../../fakes/faultyServer.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

const child = join(import.meta.dirname, 'editInChild.ts')
const fileBytes = 30_000_000
/** A third of the pictures, and far above what the garbage collection leaves. */
const maxMegabytes = 160

test('16 large pictures go to an edit without being in memory', async () => {
  let length = 0
  const server = await startFaultyServer(({ request, response }) => {
    length = Number(request.headers['content-length'])
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: [{ b64_json: 'AAAA' }] }))
  })
  onTestFinished(server.close)
  const path = join(temporaryFolder(), 'large.png')
  // It takes no room on the disk.
  writeFileSync(path, '')
  truncateSync(path, fileBytes)
  const given = [child, `${server.origin}/v1`, path, String(fileBytes)]
  const { stdout } = await promisify(execFile)(process.execPath, given)
  expect(length).toBeGreaterThan(16 * fileBytes)
  expect(Number(stdout)).toBeLessThan(maxMegabytes)
})
