/** As long as the caret of GTK and of common editors blinks without a key. */
const restMilliseconds = 10_000

const input = ['keydown', 'pointerdown', 'input', 'focusin', 'compositionstart'] as const

/**
 * Lets the caret stand still after ten seconds without input. Each blink wakes the page's process,
 * Chromium's and that of the graphics card, for as long as the window has the focus.
 */
export function restCaret(page: Document): void {
  let resting: HTMLInputElement | HTMLTextAreaElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const rest = (): void => {
    const { activeElement } = page
    // Not the page: all elements in it would get their styles again at the next key.
    if (!isField(activeElement)) return
    resting = activeElement
    resting.style.setProperty('caret-animation', 'manual')
  }
  const wake = (): void => {
    resting?.style.removeProperty('caret-animation')
    resting = undefined
    clearTimeout(timer)
    timer = setTimeout(rest, restMilliseconds)
  }

  for (const type of input) page.addEventListener(type, wake, { capture: true, passive: true })
  wake()
}

function isField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}
