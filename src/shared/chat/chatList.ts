import { z } from 'zod'
import { maxOrderKeyLength, maxPageLength } from '../limits.ts'

/** The place at which the list shows a chat. */
export const chatPlaceShape = {
  /** The folder that it is in; null for none. */
  folderId: z.uuid().nullable(),
  /** Its place among the pinned chats, by (key, id) in the order of code units; null if it is not. */
  pinKey: z.string().min(1).max(maxOrderKeyLength).nullable(),
}

/** One page of the list, newest first. `before` is the last id of the previous page. */
export const conversationPageSchema = z.object({
  before: z.uuid().nullable(),
  limit: z.number().int().min(1).max(maxPageLength),
})

/** The orders of a list of chats: the last used, or the newest first, or by title. */
export const chatSorts = ['used', 'created', 'title'] as const
export type ChatSort = (typeof chatSorts)[number]

/** A page of one part of the list. A pinned chat is in `pinned` and in `all` alone. */
export const chatListSchema = conversationPageSchema.extend({
  /** By default `used`. Does not hold for `pinned`, whose order is the user's. */
  sort: z.enum(chatSorts).optional(),
  /** By default `all`. `loose` chats are in no folder; an id names a folder. */
  place: z.union([z.enum(['all', 'loose', 'pinned']), z.uuid()]).optional(),
})
export type ChatListPage = z.infer<typeof chatListSchema>
