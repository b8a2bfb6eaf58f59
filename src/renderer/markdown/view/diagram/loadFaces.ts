import type { DrawingFace } from './drawing.ts'
import { coverageOf } from './fontFaces.ts'
import type { FontFaceRule } from './fontFaces.ts'

interface PageFace extends FontFaceRule {
  address: string
}

const files = new Map<string, Promise<ArrayBuffer>>()
let pageFaces: readonly PageFace[] | undefined

/**
 * Returns the page's faces that a text in these families may need. A file that can't be read is
 * left out: the text is then set in the system's font.
 */
export async function loadFaces(families: string, text: string): Promise<DrawingFace[]> {
  pageFaces ??= [...document.styleSheets].flatMap(({ cssRules, href }) => facesIn(cssRules, href))
  const covers = coverageOf(text)
  const needed = pageFaces.filter((face) => families.includes(face.family) && covers(face))
  const loaded = await Promise.allSettled(
    needed.map(async ({ address, ...face }) => ({ ...face, bytes: await read(address) })),
  )
  return loaded.flatMap((face) => (face.status === 'fulfilled' ? [face.value] : []))
}

function facesIn(rules: CSSRuleList, sheetAddress: string | null): PageFace[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSGroupingRule) return facesIn(rule.cssRules, sheetAddress)
    if (!(rule instanceof CSSFontFaceRule)) return []
    const valueOf = (name: string): string => rule.style.getPropertyValue(name)
    const [, file] = /url\("([^"]+)"\)/.exec(valueOf('src')) ?? []
    if (file === undefined) return []
    return {
      family: valueOf('font-family').replaceAll(/["']/g, ''),
      weight: valueOf('font-weight') || 'normal',
      style: valueOf('font-style') || 'normal',
      unicodeRange: valueOf('unicode-range') || 'U+0-10FFFF',
      address: new URL(file, sheetAddress ?? document.baseURI).href,
    }
  })
}

function read(address: string): Promise<ArrayBuffer> {
  const file = files.get(address) ?? fetchFile(address)
  files.set(address, file)
  // It may be there the next time.
  file.catch(() => files.delete(address))
  return file
}

async function fetchFile(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response.arrayBuffer()
}
