export interface Pixels {
  width: number
  height: number
  /** Red, green, blue and alpha of each pixel, 8 or 16 bits each. */
  data: Uint8Array | Uint16Array
}

/** The largest picture whose pixels are read: one of more would take gigabytes. */
export const maxPixels = 64_000_000

/** Returns the highest value of a sample. */
export function mostOf(data: Pixels['data']): number {
  return data instanceof Uint16Array ? 65_535 : 255
}

export function isOpaque(data: Pixels['data']): boolean {
  const opaque = mostOf(data)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== opaque) return false
  return true
}
