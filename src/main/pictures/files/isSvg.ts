const beginning = /^(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i

/** Tells whether the beginning of a text is that of an SVG drawing. */
export function isSvg(head: Uint8Array): boolean {
  return beginning.test(Buffer.from(head).toString('utf8').trimStart())
}
