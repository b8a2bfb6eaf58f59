import { useEffect, useEffectEvent, useState } from 'react'

/**
 * A layer over the page. From the lowest to the highest: the drawer (z-30), dialogs (z-40), popups
 * such as menus, lists and popovers (z-50), the palette (z-60). The palette closes the drawer and
 * the popups when it opens, and keeps the focus while it is open. It closes dialogs only if the
 * chosen entry leads elsewhere.
 */
export type LayerKind = 'popup' | 'dialog'

interface Layer {
  kind: LayerKind
  close: () => void
}

const openLayers = new Set<Layer>()

/** Closes every open layer of these kinds, as Escape would. */
export function closeLayers(...kinds: readonly LayerKind[]): void {
  for (const { kind, close } of openLayers) {
    if (kinds.includes(kind)) close()
  }
}

/** Registers a layer while it is open. */
export function useLayer(kind: LayerKind, open: boolean, close: () => void): void {
  const latest = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const layer = { kind, close: () => latest() }
    openLayers.add(layer)
    return () => void openLayers.delete(layer)
  }, [kind, open])
}

/** Returns the open state of a popup that only its own component opens. */
export function usePopup(): [open: boolean, setOpen: (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  useLayer('popup', open, () => setOpen(false))
  return [open, setOpen]
}
