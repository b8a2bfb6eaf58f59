const namespace = 'http://www.w3.org/2000/svg'

/** A sign drawn as one line on 24 by 24 units; what it means stands beside it or in a label. */
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
