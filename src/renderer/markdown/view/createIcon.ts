const namespace = 'http://www.w3.org/2000/svg'

/**
 * Creates an icon of one path on 24 by 24 units. A text beside it or a label says what it means.
 */
export function createIcon(path: string): SVGSVGElement {
  const icon = document.createElementNS(namespace, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  icon.setAttribute('class', 'icon')
  const line = document.createElementNS(namespace, 'path')
  line.setAttribute('d', path)
  icon.append(line)
  return icon
}
