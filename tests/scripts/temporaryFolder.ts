import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that goes away with the test, or when `onEnd` calls back. */
export function temporaryFolder(onEnd: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Writes files by path and content, with the folders they need. */
export function writeTree(folder: string, files: Record<string, string>, mode = 0o644): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, { mode })
  }
}

/** A shell script under the given name. */
export function writeScript(folder: string, path: string, body: string): string {
  writeTree(folder, { [path]: `#!/bin/sh\n${body}\n` }, 0o755)
  return join(folder, path)
}
