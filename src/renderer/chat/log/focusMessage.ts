import type { Thread } from '../conversation/thread.ts'
import { messageElementId } from '../message/messageElementId.ts'
import { revealMessage } from './revealMessage.ts'

/** Frames in which the log has drawn a message that it was asked to show. */
const maxFrames = 20

/**
 * Scrolls to a message and gives it the focus. Resolves to false if the shown branch does not
 * contain it.
 */
export async function focusMessage(thread: Thread, messageId: string): Promise<boolean> {
  if (!(await revealMessage(thread, messageId))) return false
  for (let frame = 0; frame < maxFrames; frame += 1) {
    await new Promise(requestAnimationFrame)
    const article = document.getElementById(messageElementId(messageId))
    if (!article) continue
    article.focus({ preventScroll: true })
    return true
  }
  return true
}
