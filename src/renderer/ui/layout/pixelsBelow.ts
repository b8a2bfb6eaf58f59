/**
 * Returns how far one upper edge lies below another, in the pixels of scrollTop. Boxes come in
 * others where the document has a CSS zoom, as on the Chromium host.
 */
export function pixelsBelow(inner: Element | Range, outer: Element): number {
  const pixels = inner.getBoundingClientRect().top - outer.getBoundingClientRect().top
  return pixels / outer.currentCSSZoom
}
