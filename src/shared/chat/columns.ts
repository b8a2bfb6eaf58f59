import { z } from 'zod'
import { method, nothing } from '../ipc/define.ts'
import { maxColumns } from '../limits.ts'
import { modelReferenceSchema } from '../models.ts'

const messageInput = z.object({ messageId: z.uuid() })

/** Models that answer a question beside the first one, each in a column of its own. */
export const otherModelsSchema = z.array(modelReferenceSchema).max(maxColumns - 1)

/**
 * Lets further models answer the question of an answer, each in a column beside it. The chat goes
 * on from the given one. Errors: badInput if there would be more than `maxColumns`.
 */
export const compareInput = messageInput.extend({
  kind: z.literal('compare'),
  models: otherModelsSchema.min(1),
})

/** Follows an answer in a column that another stream has begun. Only the first call does. */
export const joinInput = messageInput.extend({ kind: z.literal('join') })

/** Methods about answers that stand side by side. */
export const columnMethods = {
  /**
   * Goes on with one of the answers in columns, and with its model. The others stay as versions;
   * those that are being written or wait for the user are stopped. Errors: messageMissing,
   * conversationMissing; conflict if the answer is in no column, or is being written.
   */
  goOnWith: method(messageInput, nothing),
}
