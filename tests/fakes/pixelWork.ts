import { fileURLToPath } from 'node:url'

const pathOf = (file: string): string => fileURLToPath(import.meta.resolve(file))

/** The real thread for work on pixels, with its codecs. */
export const pixelWork = {
  entry: new URL('../../src/main/pictures/pixels/pixelsWorker.ts', import.meta.url),
  codecs: {
    png: pathOf('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'),
    jpeg: pathOf('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'),
    webp: pathOf('@jsquash/webp/codec/dec/webp_dec.wasm'),
    jpegEncoder: pathOf('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'),
  },
}
