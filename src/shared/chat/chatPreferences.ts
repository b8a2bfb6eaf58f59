import { z } from 'zod'

/** The key that sends a message; `commandEnter` is Enter with Ctrl, or with Cmd on macOS. */
export const sendKeys = ['enter', 'commandEnter'] as const
export type SendKey = (typeof sendKeys)[number]

export const chatPreferencesSchema = z.object({
  sendKey: z.enum(sendKeys),
})
export type ChatPreferences = z.infer<typeof chatPreferencesSchema>

export const defaultChatPreferences: ChatPreferences = { sendKey: 'enter' }
