import { z } from 'zod'

/** The policy for one of Parley's tools: it runs without approval, asks first or is not offered. */
const toolPolicies = ['allow', 'ask', 'off'] as const
export type ToolPolicy = (typeof toolPolicies)[number]

export const toolPreferencesSchema = z.object({
  /** The current date and time. */
  currentTime: z.enum(toolPolicies),
})
export type ToolPreferences = z.infer<typeof toolPreferencesSchema>

export const defaultToolPreferences: ToolPreferences = { currentTime: 'allow' }
