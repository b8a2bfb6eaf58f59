import type { DrawingFace } from './drawing.ts'
import { coverageOf } from './fontFaces.ts'
import type { FontFaceRule } from './fontFaces.ts'

/** The faces that this document has, as text for a drawing. */
const added = new Map<string, string>()

/** Makes faces known to this document, so that texts are measured in them. */
export async function addFaces(faces: readonly DrawingFace[]): Promise<void> {
  const adding = faces.map(async (face) => {
    if (added.has(nameOf(face))) return
    const { bytes, family, weight, style, unicodeRange } = face
    added.set(nameOf(face), toRule(face))
    const own = new FontFace(family, bytes, { weight, style, unicodeRange })
    document.fonts.add(own)
    await own.load()
  })
  await Promise.allSettled(adding)
}

/**
 * Returns the CSS that a drawing needs for the faces of its texts: a picture can't use those of its
 * page. The drawing must be in the document.
 */
export function rulesOfFaces(drawing: SVGSVGElement, faces: readonly FontFaceRule[]): string {
  const { all, italic } = textsOf(drawing)
  const isUsed = coverageOf(all)
  const isUsedItalic = coverageOf(italic)
  return faces
    .filter((face) => (face.style === 'normal' ? isUsed(face) : isUsedItalic(face)))
    .map((face) => added.get(nameOf(face)))
    .join('')
}

function textsOf(drawing: SVGSVGElement): { all: string; italic: string } {
  let all = ''
  let italic = ''
  const walker = document.createTreeWalker(drawing, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement: parent, nodeValue: text } = walker.currentNode
    if (!parent || parent.localName === 'style') continue
    all += text
    if (getComputedStyle(parent).fontStyle !== 'normal') italic += text
  }
  return { all, italic }
}

function nameOf({ family, weight, style, unicodeRange }: FontFaceRule): string {
  return [family, weight, style, unicodeRange].join()
}

function toRule({ family, weight, style, unicodeRange, bytes }: DrawingFace): string {
  return `@font-face { font-family: '${family}'; font-weight: ${weight}; font-style: ${style};
    unicode-range: ${unicodeRange}; src: url(data:font/woff2;base64,${base64Of(bytes)}) }`
}

function base64Of(bytes: ArrayBuffer): string {
  let text = ''
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte)
  return btoa(text)
}
