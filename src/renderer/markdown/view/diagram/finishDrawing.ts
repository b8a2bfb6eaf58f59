import { rulesOfFaces } from './embedFaces.ts'
import type { FontFaceRule } from './fontFaces.ts'
import { mendDrawing } from './mendDrawing.ts'

/**
 * Makes a document of its own of a drawing that was meant to stand in a page: with a size, which
 * it would take from the page, with its type and the style of its kind, and as XML, in which a name
 * such as `&nbsp;` is an error.
 */
export function finishDrawing(
  svg: string,
  scale: number,
  faces: readonly FontFaceRule[],
  kindStyle: string,
): string {
  const drawing = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')
  if (!drawing) throw new Error('There is no drawing')
  const { width, height } = drawing.viewBox.baseVal
  if (width > 0 && height > 0) {
    drawing.setAttribute('width', String(Math.ceil(width * scale)))
    drawing.setAttribute('height', String(Math.ceil(height * scale)))
    drawing.style.removeProperty('max-width')
  }
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = `#${drawing.id} { ${kindStyle} }`
  drawing.append(style)
  document.body.append(drawing)
  mendDrawing(drawing)
  const fonts = rulesOfFaces(drawing, faces)
  // In this document the fonts would break its policy.
  drawing.remove()
  style.prepend(fonts)
  return new XMLSerializer().serializeToString(drawing)
}
