/** The code that Chromium gives a key which an input method has taken. */
const takenKeyCode = 229

/**
 * Tells whether a key belongs to an input method, which composes Japanese, Chinese or Korean words:
 * its Enter takes a word, and its Escape drops one.
 */
export function isOfIme(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  // Some input methods end their composition before the key arrives: only its code tells then.
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells it
  return event.isComposing || event.keyCode === takenKeyCode
}

/** Keeps an input method's keys from every field and shortcut of the page. Called before others listen. */
export function leaveKeysToIme(page: Window): void {
  page.addEventListener(
    'keydown',
    (event) => {
      if (!isOfIme(event)) return
      event.stopImmediatePropagation()
      // The input method has acted on it already: this only keeps a form from being sent.
      if (event.key === 'Enter') event.preventDefault()
    },
    { capture: true },
  )
}
