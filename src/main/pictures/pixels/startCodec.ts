import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** The paths of the codecs' modules, which are WebAssembly. */
export const codecPathsSchema = z.object({
  png: z.string(),
  jpeg: z.string(),
  webp: z.string(),
  jpegEncoder: z.string(),
})
export type CodecPaths = z.infer<typeof codecPathsSchema>

type Start<Codec> = (options: { wasmBinary: Uint8Array; noInitialRun: true }) => Promise<Codec>

/** Starts a codec of Emscripten, by what its package exports. */
export async function startCodec<Codec>(start: unknown, path: string): Promise<Codec> {
  return (start as Start<Codec>)({ wasmBinary: await readFile(path), noInitialRun: true })
}
