import { readFileSync } from 'node:fs'
import type { NativeImage, Size } from 'electron'
import { strict } from './strict.ts'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const widthOffset = 16
const heightOffset = 20

/** Creates an image from PNG bytes. It decodes only the size, in points. */
export function createNativeImage(png: Buffer, scaleFactor = 1): NativeImage {
  const valid = png.subarray(0, pngSignature.length).equals(pngSignature)
  const size = (): Size =>
    valid
      ? {
          width: png.readUInt32BE(widthOffset) / scaleFactor,
          height: png.readUInt32BE(heightOffset) / scaleFactor,
        }
      : { width: 0, height: 0 }
  const image = {
    isEmpty: () => !valid,
    toPNG: () => Buffer.from(valid ? png : []),
    toDataURL: () => `data:image/png;base64,${valid ? png.toString('base64') : ''}`,
    getSize: size,
    // Has no effect, because nothing draws the image.
    setTemplateImage: () => undefined,
    getAspectRatio: () => (valid ? size().width / size().height : 0),
  } satisfies Partial<NativeImage>
  return strict('NativeImage', image) as unknown as NativeImage
}

/** Electron's `nativeImage` module for PNG files. */
export const nativeImage = strict('nativeImage', {
  createEmpty: () => createNativeImage(Buffer.alloc(0)),
  createFromBuffer: (buffer: Buffer, options?: { scaleFactor?: number }) =>
    createNativeImage(buffer, options?.scaleFactor),
  createFromPath: (path: string) => {
    try {
      return createNativeImage(readFileSync(path))
    } catch {
      return createNativeImage(Buffer.alloc(0))
    }
  },
  createFromDataURL: (url: string) =>
    createNativeImage(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
})
