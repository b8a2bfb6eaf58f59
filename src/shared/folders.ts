import { z } from 'zod'
import { conversationIdSchema } from './chat/chat.ts'
import { event, method, nothing } from './ipc/define.ts'
import { maxChatsAtOnce, maxFolderNameLength, maxFolders, maxOrderKeyLength } from './limits.ts'

export const folderIdSchema = z.uuid()
const orderKeySchema = z.string().min(1).max(maxOrderKeyLength)

const folderSchema = z.object({
  id: folderIdSchema,
  /** The folder that it is in; null at the top. */
  parentId: folderIdSchema.nullable(),
  name: z.string().trim().min(1).max(maxFolderNameLength),
  /** Its place among its siblings, by (key, id) in the order of code units. */
  key: orderKeySchema,
  /** Whether the list shows what is in it. */
  isOpen: z.boolean(),
})
export type Folder = z.infer<typeof folderSchema>

const folderInput = z.object({ id: folderIdSchema })

/** A chat, and the folder that it is put into; null for none. */
const placedChatSchema = z.object({
  id: conversationIdSchema,
  folderId: folderIdSchema.nullable(),
})
export type PlacedChat = z.infer<typeof placedChatSchema>

/** A chat, and its place among the pinned ones; null if it is not pinned. */
const pinnedChatSchema = z.object({ id: conversationIdSchema, key: orderKeySchema.nullable() })
export type PinnedChat = z.infer<typeof pinnedChatSchema>

const chatIds = z.array(conversationIdSchema).min(1).max(maxChatsAtOnce)

export const folders = {
  /** Returns all folders, siblings in their order. */
  list: method(nothing, z.array(folderSchema).max(maxFolders)),
  /** Creates a folder as the last in another. Errors: chatFolderMissing, folderTooDeep, tooManyFolders. */
  create: method(folderSchema.pick({ name: true, parentId: true }), folderSchema),
  /** Errors: chatFolderMissing. */
  rename: method(folderSchema.pick({ id: true, name: true }), folderSchema),
  /** Shows in the list what is in a folder, or hides it. Errors: chatFolderMissing. */
  setOpen: method(folderSchema.pick({ id: true, isOpen: true }), folderSchema),
  /**
   * Puts a folder into another, before one of the folders there or, for null, as the last. Errors:
   * chatFolderMissing; folderInItself and folderTooDeep, which change nothing.
   */
  move: method(
    folderSchema.pick({ id: true, parentId: true }).extend({ beforeId: folderIdSchema.nullable() }),
    folderSchema,
  ),
  /**
   * Deletes a folder. Its chats are in no folder then, and the folders in it move to its place.
   * Errors: chatFolderMissing.
   */
  remove: method(folderInput, nothing),
  /**
   * Brings a folder back that was deleted since the start, with all that is still where the deletion
   * has put it. Errors: chatFolderMissing; folderTooDeep and tooManyFolders, which change nothing.
   */
  restore: method(folderInput, folderSchema),
  /**
   * Moves all of the chats in one step, or none. Chats that are gone are left out. Returns where they
   * were, so that the same call undoes it. Errors: chatFolderMissing, conversationMissing if all are gone.
   */
  moveChats: method(
    z.object({ chats: z.array(placedChatSchema).min(1).max(maxChatsAtOnce) }),
    z.array(placedChatSchema),
  ),
  /**
   * Pins chats before all others, in the given order, or unpins them. Returns their places before,
   * for `setPins`. Errors: tooManyPins, conversationMissing if all are gone.
   */
  pin: method(z.object({ ids: chatIds, isPinned: z.boolean() }), z.array(pinnedChatSchema)),
  /** Gives chats the places that `pin` has returned. Errors: tooManyPins. */
  setPins: method(
    z.object({ pins: z.array(pinnedChatSchema).min(1).max(maxChatsAtOnce) }),
    nothing,
  ),
  /**
   * Puts a pinned chat before another or, for null, as the last. Errors: conversationMissing if
   * either is not pinned.
   */
  movePin: method(
    z.object({ id: conversationIdSchema, beforeId: conversationIdSchema.nullable() }),
    nothing,
  ),
  /** One folder has another name, or is opened or closed. */
  folderChanged: event(folderSchema),
  /** Folders have been made, moved, deleted or brought back. Carries all of them. */
  changed: event(z.array(folderSchema).max(maxFolders)),
}
