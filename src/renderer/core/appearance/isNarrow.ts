import { textScale } from '../../ui/textScale.ts'

/** In a narrower window, in CSS pixels at the default text size, the list of chats is a drawer. */
const minWidthPixels = 768

/** Tells whether the list of chats lies over the conversation instead of beside it. */
export function isNarrow(minimum = minWidthPixels): boolean {
  return innerWidth < minimum * textScale()
}
