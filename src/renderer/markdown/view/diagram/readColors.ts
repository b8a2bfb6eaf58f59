import type { DrawingColors } from './drawing.ts'

/** Returns the colours that the page has now, at this element. */
export function readColors(element: HTMLElement): DrawingColors {
  // A property of its own may name another colour: only a real one is resolved.
  const read = (name: string): string => {
    const probe = document.createElement('span')
    probe.style.color = `var(--${name})`
    probe.style.transition = 'none'
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return toHex(color)
  }
  return {
    background: read('code'),
    raised: read('raised'),
    ink: read('ink'),
    muted: read('muted'),
    soft: read('accent-soft'),
    control: read('control'),
    accent: read('accent'),
  }
}

/** Mermaid splits lists of colours at commas. */
function toHex(color: string): string {
  const channels = color.match(/[\d.]+/g)?.slice(0, 3) ?? []
  return `#${channels.map((value) => Math.round(Number(value)).toString(16).padStart(2, '0')).join('')}`
}
