import { decodePng, encodePng, mostOf, type DeepPixels } from './pngPixels.ts'

/**
 * Returns a mask as OpenAI wants it: transparent where the picture is to change. Parley's own masks
 * are white there; a mask with transparent places is one for OpenAI already. Errors: unreadable.
 */
export async function transparentMask(file: Uint8Array): Promise<Uint8Array> {
  const { width, height, data } = await decodePng(file)
  if (hasTransparency(data)) return file
  for (let at = 0; at < data.length; at += 4) {
    const isChanged = (data[at] ?? 0) >= 128
    data.fill(0, at, at + 3)
    data[at + 3] = isChanged ? 0 : 255
  }
  return encodePng({ width, height, data })
}

export function hasTransparency(data: DeepPixels['data']): boolean {
  const most = mostOf(data)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== most) return true
  return false
}
