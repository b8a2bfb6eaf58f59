type Place = readonly [node: Node, offset: number]

/** The places where the page's selection begins and ends. */
export interface SelectedEnds {
  anchor: Place
  focus: Place
}

/** Returns the ends of the selection. Call it before a change: later it forces a layout. */
export function readSelectedEnds(): SelectedEnds | undefined {
  const selection = getSelection()
  if (!selection?.anchorNode || !selection.focusNode) return undefined
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
  return { anchor: [anchorNode, anchorOffset], focus: [focusNode, focusOffset] }
}

/** Selects in the new nodes of a text what was selected in the former ones. */
export function moveSelected(ends: SelectedEnds, text: Text, replacement: Node): void {
  const { anchor, focus } = ends
  if (anchor[0] !== text && focus[0] !== text) return
  ends.anchor = anchor[0] === text ? placeIn(replacement, anchor[1]) : anchor
  ends.focus = focus[0] === text ? placeIn(replacement, focus[1]) : focus
  getSelection()?.setBaseAndExtent(...ends.anchor, ...ends.focus)
}

function placeIn(element: Node, offset: number): Place {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let left = offset
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { length } = node as Text
    if (left <= length) return [node, left]
    left -= length
  }
  return [element, element.childNodes.length]
}
