import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mulberry32 } from '../../mulberry32.ts'
import { loadSharp } from './sharpModule.ts'

export const pictureFormats = ['PNG', 'JPEG', 'WebP'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** The sides of the measured pictures in pixels: 4 megapixels. */
export const noisySide = 2048
/** Amplitude of the noise in a channel: it makes a PNG as large as that of a photograph. */
const noise = 24

/** Writes noisy pictures of a format, as many as wanted, and returns their paths. */
export async function writeNoisyPictures(
  folder: string,
  format: PictureFormat,
  count: number,
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const sharp = loadSharp()
  const paths: string[] = []
  for (let number = 0; number < count; number += 1) {
    const raw = { width: noisySide, height: noisySide, channels: 3 } as const
    const painted = sharp(paintNoise(number), { raw })
    const path = join(folder, `${String(number)}.${format.toLowerCase()}`)
    const encoded = {
      PNG: () => painted.png(),
      JPEG: () => painted.jpeg({ quality: 90 }),
      WebP: () => painted.webp({ quality: 90 }),
    }[format]()
    await encoded.toFile(path)
    paths.push(path)
  }
  return paths
}

/** Returns the pixels of soft waves with noise over them, other ones for each number. */
function paintNoise(number: number): Uint8Array {
  const random = mulberry32(number + 1)
  const pixels = new Uint8Array(noisySide * noisySide * 3)
  let at = 0
  for (let y = 0; y < noisySide; y += 1) {
    const down = Math.sin(y / (90 + number * 7)) * 50
    for (let x = 0; x < noisySide; x += 1) {
      const wave = 128 + down + Math.sin(x / (70 + number * 5)) * 50
      const grain = (random() - 0.5) * 2 * noise
      pixels[at] = wave + grain
      pixels[at + 1] = wave * 0.8 + grain
      pixels[at + 2] = 255 - wave + grain
      at += 3
    }
  }
  return pixels
}
