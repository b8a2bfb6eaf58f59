import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Entry = { files: Record<string, Entry> } | { size: number; offset: string }

/** Packs a folder into an asar archive, the form in which Electron's packages hold an app. */
export async function packAsar(folder: string, archive: string): Promise<void> {
  const contents: Buffer[] = []
  let offset = 0
  const pack = async (from: string): Promise<Entry> => {
    const files: Record<string, Entry> = {}
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const path = join(from, entry.name)
      if (entry.isDirectory()) {
        files[entry.name] = await pack(path)
        continue
      }
      const content = await readFile(path)
      files[entry.name] = { size: content.length, offset: String(offset) }
      contents.push(content)
      offset += content.length
    }
    return { files }
  }
  const header = Buffer.from(JSON.stringify(await pack(folder)))
  await writeFile(archive, Buffer.concat([headerOf(header), ...contents]))
}

/**
 * Returns the archive's head: two of Chromium's pickles, one with the size of the other. A pickle is
 * its size and its value in 32-bit words, and a string is preceded by its length.
 */
function headerOf(text: Buffer): Buffer {
  const padded = Math.ceil(text.length / 4) * 4
  const head = Buffer.alloc(16 + padded)
  for (const [index, word] of [4, padded + 8, padded + 4, text.length].entries()) {
    head.writeUInt32LE(word, index * 4)
  }
  text.copy(head, 16)
  return head
}
