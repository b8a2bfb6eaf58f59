import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rivalsFolder } from '../rivals/installRivals.ts'

/** The part of sharp that is measured, and that paints what is measured. */
export interface SharpPicture {
  resize: (size: { height: number }) => SharpPicture
  png: () => SharpPicture
  jpeg: (options: { quality: number }) => SharpPicture
  webp: (options: { quality: number }) => SharpPicture
  toBuffer: () => Promise<Buffer>
  toFile: (path: string) => Promise<unknown>
}

export interface Sharp {
  (
    from: string | Uint8Array,
    options?: { raw: { width: number; height: number; channels: 3 } },
  ): SharpPicture
  cache: (isOn: boolean) => unknown
  concurrency: (threads: number) => unknown
}

/** Returns sharp from the rivals' folder, without a cache and with one thread a picture. */
export function loadSharp(): Sharp {
  const load = createRequire(join(rivalsFolder('media'), 'package.json'))
  const sharp = load('sharp') as Sharp
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
