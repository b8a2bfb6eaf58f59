import { useEffect, useEffectEvent } from 'react'

interface ListKeys {
  field: HTMLElement | null
  /** The id of the list; null if it is not shown. */
  listId: string | null
  /** The id of the option that Enter chooses. */
  activeId: string | undefined
  onMove: (step: 1 | -1) => void
  onChoose: () => void
  onClose: () => void
}

/**
 * Lets the user work a list while the focus stays in a text field: arrows move, Enter and Tab
 * choose, Escape closes. The field itself gets none of these keys then.
 */
export function useListKeys(keys: ListKeys): void {
  const { field, listId, activeId } = keys
  const isShown = listId !== null
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    const work = {
      ArrowDown: () => keys.onMove(1),
      ArrowUp: () => keys.onMove(-1),
      Enter: keys.onChoose,
      Tab: keys.onChoose,
      Escape: keys.onClose,
    }[event.key]
    if (!work || (event.key !== 'Escape' && keys.activeId === undefined)) return
    event.preventDefault()
    event.stopPropagation()
    work()
  })
  useEffect(() => {
    if (!field || !isShown) return
    field.addEventListener('keydown', onKeyDown)
    return () => field.removeEventListener('keydown', onKeyDown)
  }, [field, isShown])
  useEffect(() => {
    if (!field || listId === null) return
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': listId,
      ...(activeId !== undefined && { 'aria-activedescendant': activeId }),
    }
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name)
    }
  }, [field, listId, activeId])
}
