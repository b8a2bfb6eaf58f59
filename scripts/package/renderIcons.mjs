import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePng } from '../../src/main/pictures/pixels/decodePng.ts'
import { encodePng } from '../../src/main/pictures/pixels/encodePng.ts'
import { resample } from '../../src/main/pictures/pixels/resample.ts'

const sizes = [16, 24, 32, 48, 64, 128, 256, 512]

/**
 * Writes Parley's icon in each size that desktops ask for, as they lay out themes of icons.
 * @param {string} root
 * @param {string} theme
 */
export async function renderIcons(root, theme) {
  const decoder = join(root, 'node_modules/@jsquash/png/codec/pkg/squoosh_png_bg.wasm')
  const picture = await decodePng(readFileSync(join(root, 'build', 'icon.png')), decoder)
  const weighted = weighByAlpha(picture)
  for (const size of sizes) {
    const scaled = fromWeighted(resample(weighted, { width: size, height: size }))
    const folder = folderOf(theme, `${size}x${size}`)
    writeFileSync(join(folder, 'parley.png'), encodePng(scaled, { isSmall: true }))
  }
  cpSync(join(root, 'build', 'icon.svg'), join(folderOf(theme, 'scalable'), 'parley.svg'))
}

/** @param {string} theme @param {string} size */
function folderOf(theme, size) {
  const folder = join(theme, size, 'apps')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** @typedef {import('../../src/main/pictures/pixels/pixels.ts').Pixels} Pixels */

/** Multiplies colours by their alpha: those of clear pixels must not darken an edge. @param {Pixels} pixels @returns {Pixels} */
function weighByAlpha({ width, height, data }) {
  return { width, height, data: mapColours(data, (colour, alpha) => (colour * alpha) / 255) }
}

/** @param {Pixels} pixels @returns {Pixels} */
function fromWeighted({ width, height, data }) {
  const colours = mapColours(data, (colour, alpha) => (alpha ? (colour * 255) / alpha : 0))
  return { width, height, data: colours }
}

/** @param {Pixels['data']} data @param {(colour: number, alpha: number) => number} change */
function mapColours(data, change) {
  const changed = new Uint8Array(data.length)
  for (let index = 0; index < data.length; index += 1) {
    const alpha = data[index | 3] ?? 0
    const value = data[index] ?? 0
    changed[index] = index % 4 === 3 ? value : Math.min(255, Math.round(change(value, alpha)))
  }
  return changed
}
