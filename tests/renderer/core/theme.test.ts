import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(
  new URL('../../../src/renderer/core/appearance/theme.css', import.meta.url),
  'utf8',
)

type Color = readonly [red: number, green: number, blue: number, alpha: number]
type Tokens = ReadonlyMap<string, Color>

function parseColor(hex: string): Color {
  const channel = (index: number): number => Number.parseInt(hex.slice(index, index + 2), 16)
  return [channel(1), channel(3), channel(5), hex.length === 9 ? channel(7) / 255 : 1]
}

function tokensIn(text: string): Tokens {
  const matches = text.matchAll(/--([\w-]+): (#[0-9a-f]{8}|#[0-9a-f]{6});/g)
  return new Map(Array.from(matches, ([, name = '', hex = '']) => [name, parseColor(hex)]))
}

const darkFrom = css.indexOf('@media screen and (prefers-color-scheme: dark)')
const themes = {
  light: tokensIn(css.slice(css.indexOf(':root {'), darkFrom)),
  dark: tokensIn(css.slice(darkFrom, css.indexOf('@media (prefers-contrast: more)'))),
}

function colorOf(tokens: Tokens, name: string): Color {
  const color = tokens.get(name)
  if (!color) throw new Error(`There is no color --${name}`)
  return color
}

function over(front: Color, back: Color): Color {
  const mix = (index: 0 | 1 | 2): number => front[index] * front[3] + back[index] * (1 - front[3])
  return [mix(0), mix(1), mix(2), 1]
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance([red, green, blue]: Color): number {
  const linear = (value: number): number => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function contrast(first: Color, second: Color): number {
  const [dark, light] = [luminance(first), luminance(second)].toSorted((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

const textOn: Record<string, readonly string[]> = {
  ink: ['canvas', 'sunken', 'raised', 'bubble', 'code', 'control', 'control-strong'],
  muted: ['canvas', 'sunken', 'raised', 'bubble', 'code', 'control'],
  'accent-ink': ['canvas', 'sunken', 'raised', 'bubble', 'accent-soft'],
  'danger-ink': ['canvas', 'sunken', 'raised', 'danger-soft'],
  'success-ink': ['canvas', 'sunken', 'raised'],
  'on-accent': ['accent', 'accent-strong'],
  'on-danger': ['danger', 'danger-strong'],
  canvas: ['ink'],
}

const shapeOn: Record<string, readonly string[]> = {
  'control-line': ['canvas', 'sunken', 'raised'],
  focus: ['canvas', 'sunken', 'raised', 'bubble', 'danger-soft', 'accent-soft'],
  accent: ['canvas', 'sunken', 'raised'],
}

const pairs = (table: typeof textOn) =>
  Object.entries(table).flatMap(([front, backs]) => backs.map((back) => [front, back] as const))

for (const [theme, tokens] of Object.entries(themes)) {
  test.each(pairs(textOn))(`${theme}: the text color %s can be read on %s`, (front, back) => {
    expect(contrast(colorOf(tokens, front), colorOf(tokens, back))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(pairs(shapeOn))(`${theme}: the shape color %s stands out on %s`, (front, back) => {
    expect(contrast(colorOf(tokens, front), colorOf(tokens, back))).toBeGreaterThanOrEqual(3)
  })

  test.each(['canvas', 'sunken', 'raised'])(
    `${theme}: text is readable on a marked row of %s`,
    (back) => {
      for (const mark of ['hover', 'selected']) {
        const row = over(colorOf(tokens, mark), colorOf(tokens, back))
        for (const front of ['ink', 'muted']) {
          expect(contrast(colorOf(tokens, front), row)).toBeGreaterThanOrEqual(4.5)
        }
      }
    },
  )
}
