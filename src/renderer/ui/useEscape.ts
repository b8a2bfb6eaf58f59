import { useEffect, useEffectEvent } from 'react'

/** What Escape closes, the topmost last. */
const closable: (() => void)[] = []
let hadPopup = false

/**
 * Runs `close` when Escape is pressed, wherever the focus is, for as long as nothing that came
 * later is there to be closed. Fields and popups, which know Escape themselves, come first; the
 * app's commands come last.
 */
export function useEscape(close: (() => void) | undefined): void {
  const run = useEffectEvent(() => close?.())
  const isClosable = close !== undefined
  useEffect(() => {
    if (!isClosable) return
    if (closable.length === 0) listen()
    closable.push(run)
    return () => {
      closable.splice(closable.lastIndexOf(run), 1)
      if (closable.length === 0) unlisten()
    }
  }, [isClosable])
}

function listen(): void {
  window.addEventListener('keydown', noticePopup, { capture: true })
  // Before the window, where the commands are heard.
  document.addEventListener('keydown', onKeyDown)
}

function unlisten(): void {
  window.removeEventListener('keydown', noticePopup, { capture: true })
  document.removeEventListener('keydown', onKeyDown)
}

/** A popup may be gone by the time that the key has reached the document. */
function noticePopup(): void {
  const popups = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
  hadPopup = document.querySelector(popups) !== null
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || hadPopup) return
  const close = closable.at(-1)
  if (!close) return
  event.preventDefault()
  close()
}
