import { useEffect, useEffectEvent } from 'react'

/** The functions that Escape can call, the topmost last. */
const closable: (() => void)[] = []
let hadPopup = false

/**
 * Runs `close` when the user presses Escape, wherever the focus is, unless something registered
 * later can be closed. Fields and popups that handle Escape come first; the app's commands come
 * last.
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
  // On the document, before the window, where the commands listen.
  document.addEventListener('keydown', onKeyDown)
}

function unlisten(): void {
  window.removeEventListener('keydown', noticePopup, { capture: true })
  document.removeEventListener('keydown', onKeyDown)
}

/** Notes an open popup, which may be gone when the key reaches the document. */
function noticePopup(): void {
  const popups = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
  // A select keeps its closed list in the page once it has had the focus.
  hadPopup = [...document.querySelectorAll(popups)].some((popup) => popup.checkVisibility())
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || hadPopup) return
  const close = closable.at(-1)
  if (!close) return
  event.preventDefault()
  close()
}
