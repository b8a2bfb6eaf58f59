import { encodePng } from '../fakes/pngPixels.ts'

/** Returns a PNG of hills before an evening sky, other ones for each number. */
export function paintHills(width: number, height: number, number: number) {
  const data = new Uint8Array(width * height * 4)
  const hue = (number * 67) % 360
  const ridges = [0.45, 0.55, 0.66, 0.78, 0.9].map((level, layer) =>
    Array.from({ length: width }, (_, x) => {
      const at = x / width + number * 3.7 + layer * 1.3
      const wave = Math.sin(at * 5) + Math.sin(at * 11.3 + 2) / 2 + Math.sin(at * 23.7) / 5
      return height * (level + 0.06 * wave)
    }),
  )
  const sun = { x: width * (0.3 + ((number * 0.17) % 0.4)), y: height * 0.3, size: height * 0.07 }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const layer = ridges.filter((ridge) => y > (ridge[x] ?? 0)).length
      const isSun = Math.hypot(x - sun.x, y - sun.y) < sun.size
      const lightness = layer === 0 ? 0.92 - (0.25 * y) / height : 0.66 - 0.12 * layer
      const saturation = layer === 0 ? 0.55 : 0.3 + 0.03 * layer
      const color =
        layer === 0 && isSun
          ? [255, 246, 224]
          : rgbOf((hue + (layer === 0 ? 30 : 190)) % 360, saturation, lightness)
      data.set([...color, 255], 4 * (y * width + x))
    }
  }
  return encodePng({ width, height, data })
}

function rgbOf(hue: number, saturation: number, lightness: number): number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((shift) => {
    const at = (shift + hue / 30) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  })
}
