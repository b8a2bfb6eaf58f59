import { z } from 'zod'
import { chatSorts } from './chatList.ts'

/** The key that sends a message; `commandEnter` is Enter with Ctrl, or with Cmd on macOS. */
export const sendKeys = ['enter', 'commandEnter'] as const
export type SendKey = (typeof sendKeys)[number]

export const chatPreferencesSchema = z.object({
  sendKey: z.enum(sendKeys),
  /** The order of the list of chats; pinned ones stand as the user puts them. */
  sort: z.enum(chatSorts),
})
export type ChatPreferences = z.infer<typeof chatPreferencesSchema>

export const defaultChatPreferences: ChatPreferences = { sendKey: 'enter', sort: 'used' }
