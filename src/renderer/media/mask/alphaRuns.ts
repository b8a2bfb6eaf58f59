/** The upper 8 bits of a pixel are its opacity, as `ImageData` has it on little-endian machines. */
const alphaShift = 24
const restMask = (1 << alphaShift) - 1

/**
 * Packs the opacity of pixels, which are `ImageData`'s bytes read as 32-bit numbers. Returns runs of
 * equal opacity: it is in the upper 8 bits of each, and the number of pixels in the others.
 */
export function packAlpha(pixels: Uint32Array): Uint32Array<ArrayBuffer> {
  let count = 0
  forEachRun(pixels, () => (count += 1))
  const runs = new Uint32Array(count)
  let at = 0
  forEachRun(pixels, (alpha, length) => (runs[at++] = (alpha << alphaShift) | length))
  return runs
}

/** Fills pixels with the opacities of runs, and with a colour: blue, green and red in 24 bits. */
export function unpackAlpha(runs: Uint32Array, colour: number, pixels: Uint32Array): void {
  let start = 0
  for (const run of runs) {
    const end = start + (run & restMask)
    pixels.fill((run & ~restMask) | colour, start, end)
    start = end
  }
}

function forEachRun(pixels: Uint32Array, take: (alpha: number, length: number) => void): void {
  let start = 0
  while (start < pixels.length) {
    const alpha = (pixels[start] ?? 0) >>> alphaShift
    const last = Math.min(pixels.length, start + restMask)
    let end = start + 1
    while (end < last && (pixels[end] ?? 0) >>> alphaShift === alpha) end += 1
    take(alpha, end - start)
    start = end
  }
}
