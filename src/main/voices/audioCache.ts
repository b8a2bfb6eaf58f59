import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const maxBytes = 200 * 1024 * 1024
const names = /^[0-9a-f]{64}\.(mp3|wav)$/

const formats = ['mp3', 'wav'] as const
export type AudioFormat = (typeof formats)[number]

export interface Sound {
  bytes: Uint8Array
  format: AudioFormat
}

export interface AudioCache {
  /** Returns the file name of a sound. Calls `make` only if the key has no stored sound. */
  get: (key: string, make: () => Promise<Sound>) => Promise<string>
  read: (name: string) => Promise<Buffer<ArrayBuffer> | undefined>
}

/**
 * Stores sounds under the hash of their content. Deletes those not heard for the longest time
 * first.
 */
export function createAudioCache(folder: string): AudioCache {
  const running = new Map<string, Promise<string>>()

  async function store(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(folder, { recursive: true })
    const path = join(folder, name)
    // A half-written file must never pass for a sound.
    await writeFile(`${path}.part`, bytes)
    await rename(`${path}.part`, path)
    await dropOldest()
  }

  async function dropOldest(): Promise<void> {
    const files = (await readdir(folder)).filter((name) => names.test(name))
    const known = await Promise.all(
      files.map(async (name) => ({ name, ...(await sizeAndUse(join(folder, name))) })),
    )
    let total = known.reduce((sum, { size }) => sum + size, 0)
    for (const { name, size } of known.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (total <= maxBytes) return
      await rm(join(folder, name), { force: true })
      total -= size
    }
  }

  async function isKept(name: string): Promise<boolean> {
    const now = new Date()
    return utimes(join(folder, name), now, now).then(
      () => true,
      () => false,
    )
  }

  return {
    get: (key, make) => {
      const hash = createHash('sha256').update(key).digest('hex')
      const before = running.get(hash)
      if (before) return before
      const made = (async () => {
        for (const format of formats)
          if (await isKept(`${hash}.${format}`)) return `${hash}.${format}`
        const { bytes, format } = await make()
        await store(`${hash}.${format}`, bytes)
        return `${hash}.${format}`
      })()
      running.set(hash, made)
      const forget = (): void => void running.delete(hash)
      made.then(forget, forget)
      return made
    },
    read: (name) =>
      names.test(name)
        ? readFile(join(folder, name)).catch(() => undefined)
        : Promise.resolve(undefined),
  }
}

async function sizeAndUse(path: string): Promise<{ size: number; usedAt: number }> {
  const found = await stat(path).catch(() => undefined)
  return { size: found?.size ?? 0, usedAt: found?.mtimeMs ?? 0 }
}
