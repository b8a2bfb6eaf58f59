import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

test('a terminal that has closed is not logged as a failure again and again', async () => {
  const file = join(temporaryFolder(), 'parley.log')
  const script = join(import.meta.dirname, 'loggingProcess.ts')
  const child = spawn(process.execPath, [script, file], { stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  child.stderr.destroy()
  await once(child.stderr, 'close')
  child.stdin.end()
  await ended
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('Something failed')
})
