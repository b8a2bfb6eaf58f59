const lateMilliseconds = 33.4

/** Returns how many in a hundred of the frames of these lengths were late. */
export function latePercentOf(milliseconds: readonly number[]): number {
  const late = milliseconds.filter((length) => length > lateMilliseconds).length
  return (late / milliseconds.length) * 100
}

export interface Scrolling {
  direction: 1 | -1
  /** Whether a list of plain boxes scrolls in the gallery's place. */
  isPlain: boolean
  frames: number
  /** Distance of each frame, in CSS pixels. */
  pixels: number
}

/** Runs in the page. Scrolls the gallery a little each frame. Returns their milliseconds. */
export async function scrollGallery({
  direction,
  isPlain,
  frames,
  pixels,
}: Scrolling): Promise<number[]> {
  const scroller = isPlain ? plainBoxes(frames * pixels) : gallery()
  const lengths: number[] = []
  let last = await new Promise<number>(requestAnimationFrame)
  for (let frame = 0; frame < frames; frame += 1) {
    scroller.scrollBy({ top: direction * pixels, behavior: 'instant' })
    const now = await new Promise<number>(requestAnimationFrame)
    lengths.push(now - last)
    last = now
  }
  if (isPlain) scroller.remove()
  return lengths

  function gallery(): HTMLElement {
    let element = document.querySelector<HTMLElement>('[data-tile]')?.parentElement ?? null
    while (element && getComputedStyle(element).overflowY !== 'auto') {
      element = element.parentElement
    }
    if (!element) throw new Error('The gallery does not scroll.')
    return element
  }

  /** Boxes in four columns, as many as the gallery has pictures on the same way. */
  function plainBoxes(height: number): HTMLElement {
    const list = document.createElement('div')
    list.style.cssText =
      'position:fixed;inset:0;overflow:auto;display:grid;grid:auto-flow 200px/repeat(4,1fr);gap:8px;background:white;z-index:99'
    for (let box = 0; box < (height / 208 + 6) * 4; box += 1) {
      const element = document.createElement('div')
      element.style.background = `hsl(${String(box * 40)} 40% 60%)`
      list.append(element)
    }
    document.body.append(list)
    return list
  }
}

/**
 * Runs in the page. Goes back over what was scrolled until each picture of it is there, and then to
 * where it began.
 */
export async function showPictures(pixels: number): Promise<void> {
  const step = 500
  let scroller = document.querySelector<HTMLElement>('[data-tile]')?.parentElement ?? null
  while (scroller && getComputedStyle(scroller).overflowY !== 'auto') {
    scroller = scroller.parentElement
  }
  if (!scroller) throw new Error('The gallery does not scroll.')
  const isShown = (tile: Element): boolean => tile.querySelector('img')?.complete === true
  for (let left = pixels; left > 0; left -= step) {
    do await new Promise(requestAnimationFrame)
    while (![...document.querySelectorAll('[data-tile]')].every(isShown))
    scroller.scrollBy({ top: -step, behavior: 'instant' })
  }
  scroller.scrollBy({ top: Math.ceil(pixels / step) * step, behavior: 'instant' })
}
