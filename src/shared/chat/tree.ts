import { z } from 'zod'
import { event, method } from '../ipc/define.ts'
import { modelReferenceSchema } from '../models.ts'
import { timeSchema } from '../timeSchema.ts'

const idSchema = z.uuid()
const count = z.number().int().nonnegative()
const conversationInput = z.object({ conversationId: idSchema })

const deletionExtentSchema = z.object({
  /** The messages that follow in the shown branch. */
  following: count,
  /** The messages that follow in other versions. */
  inOtherVersions: count,
  /** Whether the chat begins with an answer once the message is deleted alone. */
  leavesAnswerFirst: z.boolean(),
})
export type DeletionExtent = z.infer<typeof deletionExtentSchema>

/** A place in a chat where messages were deleted, or put back. */
const treePlaceSchema = z.object({
  conversationId: idSchema,
  /** The message before them; null at the root. */
  parentId: idSchema.nullable(),
})
export type TreePlace = z.infer<typeof treePlaceSchema>

const deletionSchema = treePlaceSchema.extend({
  deletionId: idSchema,
  /** The number of deleted messages. */
  messages: count,
  /** The message that is shown in place of the deleted ones, or before them; null for none. */
  nextId: idSchema.nullable(),
})
export type Deletion = z.infer<typeof deletionSchema>

/** One version of a message that has several. */
const branchVersionSchema = z.object({
  id: idSchema,
  role: z.enum(['user', 'assistant']),
  /** The first words as plain text; empty without text and files. */
  words: z.string(),
  model: modelReferenceSchema.nullable(),
  createdAt: timeSchema,
  /** The number of versions on the way to it, itself included. */
  depth: z.number().int().positive(),
  /** Its number among the versions of its message, from 1. */
  position: z.number().int().positive(),
  versions: count,
  /** The messages from this one to the next that has several versions. */
  messages: count,
  /** Whether the shown branch has it. */
  isShown: z.boolean(),
})
export type BranchVersion = z.infer<typeof branchVersionSchema>

const branchMapSchema = z.object({
  /** A version, then those that follow it, then the next version beside it. */
  versions: z.array(branchVersionSchema),
  /** The number of versions beyond the limit, which are not among them. */
  leftOut: count,
})
export type BranchMap = z.infer<typeof branchMapSchema>

/** Methods and events about the branches of a chat. */
export const tree = {
  /** Tells whether any message of a chat has several versions. Errors: conversationMissing. */
  hasBranches: method(conversationInput, z.object({ has: z.boolean() })),
  /** Lists the versions of a chat's messages that have several. Errors: conversationMissing. */
  branchMap: method(conversationInput, branchMapSchema),
  /** Counts what follows a message. Errors: messageMissing, conversationMissing. */
  measureDeletion: method(z.object({ messageId: idSchema }), deletionExtentSchema),
  /**
   * Deletes a message, alone or with all that follow it in any version. What stays is joined to the
   * message before. `undoDeletion` takes it back for two minutes; then, or at the next start, it is
   * final. Errors: messageMissing, conversationMissing; answerRunning if one of them is being
   * written.
   */
  deleteMessages: method(
    z.object({ messageId: idSchema, withFollowing: z.boolean() }),
    deletionSchema,
  ),
  /** Errors: deletionFinal; conversationMissing. */
  undoDeletion: method(z.object({ deletionId: idSchema }), treePlaceSchema),
  /** Messages were deleted, or put back: what a window knows of the chat's branch is outdated. */
  treeChanged: event(treePlaceSchema),
}
