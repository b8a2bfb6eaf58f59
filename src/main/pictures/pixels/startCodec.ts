import { readFile } from 'node:fs/promises'

/** The paths of the codecs' modules, which are WebAssembly. */
export interface CodecPaths {
  png: string
  jpeg: string
  webp: string
  jpegEncoder: string
}

type Start<Codec> = (options: { wasmBinary: Uint8Array; noInitialRun: true }) => Promise<Codec>

/** Starts a codec of Emscripten, by what its package exports. */
export async function startCodec<Codec>(start: unknown, path: string): Promise<Codec> {
  return (start as Start<Codec>)({ wasmBinary: await readFile(path), noInitialRun: true })
}
