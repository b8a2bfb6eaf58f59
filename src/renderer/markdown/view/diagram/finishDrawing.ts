/**
 * Makes a document of its own of a drawing that was meant to stand in a page: with a size, which
 * it would take from the page, and as XML, in which a name such as `&nbsp;` is an error.
 */
export function sizeDrawing(svg: string): string {
  const drawing = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')
  if (!drawing) throw new Error('There is no drawing')
  const { width, height } = drawing.viewBox.baseVal
  if (width > 0 && height > 0) {
    drawing.setAttribute('width', String(Math.ceil(width)))
    drawing.setAttribute('height', String(Math.ceil(height)))
    drawing.style.removeProperty('max-width')
  }
  return new XMLSerializer().serializeToString(drawing)
}
