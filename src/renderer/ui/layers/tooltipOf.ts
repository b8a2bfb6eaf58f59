/** Side of the element at which its tooltip appears; `bottom` by default. */
export type TooltipSide = 'top' | 'bottom' | 'inline-start' | 'inline-end'

interface TooltipOptions {
  /** The keys with the same effect, as shown to the user. */
  shortcut?: string | undefined
  side?: TooltipSide | undefined
  /** Whether it only repeats text that may be cut off, and stays away where none is. */
  whenCut?: boolean
}

/** Attributes that describe an element's tooltip. */
export interface TooltipAttributes {
  'data-tooltip': string | undefined
  'data-tooltip-shortcut': string | undefined
  'data-tooltip-side': TooltipSide | undefined
  'data-tooltip-when-cut': '' | undefined
}

/**
 * Returns the attributes of an element with a tooltip; without a text it has none. `TooltipLayer`
 * shows it at hover and focus: a component around each button would be most of what a page renders.
 * It is no accessible name: the element has its own.
 */
export function tooltipOf(
  text: string | undefined,
  { shortcut, side, whenCut = false }: TooltipOptions = {},
): TooltipAttributes {
  return {
    'data-tooltip': text,
    'data-tooltip-shortcut': shortcut,
    'data-tooltip-side': side,
    'data-tooltip-when-cut': whenCut ? '' : undefined,
  }
}
