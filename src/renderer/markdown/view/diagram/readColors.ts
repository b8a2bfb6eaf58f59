import type { DrawingColors } from './drawing.ts'

/** With forced colours the page's own are not what is seen. */
const forced: Readonly<Record<string, string>> = {
  code: 'Canvas',
  raised: 'Canvas',
  ink: 'CanvasText',
  muted: 'CanvasText',
  'accent-soft': 'Canvas',
  control: 'Canvas',
  accent: 'Highlight',
}

/** Returns the colours that the page has now, at this element. */
export function readColors(element: HTMLElement): DrawingColors {
  const isForced = matchMedia('(forced-colors: active)').matches
  // A property of its own may name another colour: only a real one is resolved.
  const read = (name: string): string => {
    const probe = document.createElement('span')
    probe.style.color = (isForced && forced[name]) || `var(--${name})`
    // Else it has the colour of text, whatever it is asked for.
    probe.style.forcedColorAdjust = 'none'
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
