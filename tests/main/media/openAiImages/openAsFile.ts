import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { afterAll } from 'vitest'
import type { MediaInput } from '../../../../src/shared/media/mediaForm.ts'

/** Writes a picture to a file of its own, as a form's input. It goes after the tests. */
export function openAsFile(name: string, bytes: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-fields-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  writeFileSync(path, bytes)
  const facts = { mediaType: 'image/png', sizeBytes: bytes.length, outputId: null }
  const input: MediaInput = { id: 'a'.repeat(64), name, ...facts }
  return { path, input, read: (): Promise<Uint8Array> => readFile(path) }
}
