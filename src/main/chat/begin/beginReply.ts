import type { BeginInput, BegunReply, Begin } from './startAnswer.ts'
import { beginSend } from './beginSend.ts'
import { beginQueued } from './beginQueued.ts'
import { beginRegenerate } from './beginRegenerate.ts'
import { beginRepeat } from './beginRepeat.ts'
import { beginCompare } from './beginCompare.ts'
import { beginContinue } from './beginContinue.ts'
import { beginDecided } from './beginDecided.ts'
import { beginSpoken } from './beginSpoken.ts'

/**
 * Commits the rows of a new reply and waits for the disk. Errors: conversationMissing,
 * messageMissing, attachmentMissing, modelMissing, badInput, conflict if the answer's state does
 * not allow it.
 */
export function beginReply(begin: Begin, input: BeginInput): BegunReply {
  return begin.database.transaction(() => {
    if (input.kind === 'send') return beginSend(begin, input)
    if (input.kind === 'sendQueued') return beginQueued(begin, input)
    if (input.kind === 'regenerate') return beginRegenerate(begin, input)
    if (input.kind === 'compare') return beginCompare(begin, input)
    if (input.kind === 'answerToolCall') return beginDecided(begin, input)
    if (input.kind === 'repeatToolCall') return beginRepeat(begin, input)
    if (input.kind === 'spokenToolCalls') return beginSpoken(begin, input)
    return beginContinue(begin, input.messageId)
  })
}
