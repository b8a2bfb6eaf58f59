/** The default size of the interface's text, in CSS pixels. */
export const defaultTextPixels = 15

/** Returns how much larger than by default the text of the interface is. */
export function textScale(): number {
  return (
    (parseFloat(document.documentElement.style.fontSize) || defaultTextPixels) / defaultTextPixels
  )
}
