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
    return color
  }
  return {
    background: read('code'),
    raised: read('raised'),
    ink: read('ink'),
    muted: read('muted'),
    soft: read('accent-soft'),
    control: read('control'),
  }
}
