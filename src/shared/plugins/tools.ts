import { z } from 'zod'
import { event, method, nothing } from '../ipc/define.ts'
import { modelReferenceSchema } from '../models.ts'
import { timeSchema } from '../timeSchema.ts'

/** The policy for one of Parley's tools: it runs without approval, asks first or is not offered. */
const toolPolicies = ['allow', 'ask', 'off'] as const
export type ToolPolicy = (typeof toolPolicies)[number]

export const toolPreferencesSchema = z.object({
  /** The current date and time. */
  currentTime: z.enum(toolPolicies),
  /** Exact calculation. */
  calculate: z.enum(toolPolicies),
  /** The text files of the same chat, and results that were too long. */
  readAttachment: z.enum(toolPolicies),
  /** All chats of the user. */
  searchChats: z.enum(toolPolicies),
  /** Pages of the open internet. */
  fetchPage: z.enum(toolPolicies),
})
export type ToolPreferences = z.infer<typeof toolPreferencesSchema>

export const defaultToolPreferences: ToolPreferences = {
  currentTime: 'allow',
  calculate: 'allow',
  readAttachment: 'allow',
  searchChats: 'ask',
  fetchPage: 'ask',
}

/** A permission that the user has given for more than one call. */
const toolGrantSchema = z.object({
  id: z.uuid(),
  /** In one chat, in one chat with certain arguments, or for this exact tool for ever. */
  lasts: z.enum(['chat', 'arguments', 'always']),
  /** The name that models use. */
  tool: z.string(),
  title: z.string(),
  /** Empty for Parley's own tools. */
  pluginId: z.string(),
  pluginTitle: z.string(),
  destination: z.string().nullable(),
  /** Null for a permission that holds in every chat. */
  conversationId: z.uuid().nullable(),
  chatTitle: z.string(),
  /** The arguments that must be the same, with their values as JSON. */
  fixed: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The arguments that may have any value. */
  free: z.array(z.string()),
  createdAt: timeSchema,
})
export type ToolGrant = z.infer<typeof toolGrantSchema>

/** Size that a chat's tools add to each request. */
const toolBudgetSchema = z.object({
  /** Estimated. */
  tokens: z.number().int().nonnegative(),
  /** The share of the model's window; null if its size is unknown. */
  share: z.number().nonnegative().nullable(),
  /** US dollars without a cache; null if the price is unknown. */
  dollarsPerHundredTurns: z.number().nonnegative().nullable(),
  /** True if the model finds the plugins' tools when it needs them: `tokens` are without them. */
  discovery: z.boolean(),
  tools: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      /** Empty for Parley's own tools. */
      pluginId: z.string(),
      pluginTitle: z.string(),
      tokens: z.number().int().nonnegative(),
    }),
  ),
})
export type ToolBudget = z.infer<typeof toolBudgetSchema>

export const tools = {
  /** Returns what the tools that are on in a chat cost with a model. */
  budget: method(
    z.object({ conversationId: z.uuid(), model: modelReferenceSchema }),
    toolBudgetSchema,
  ),
  /** Returns the permissions for more than one call, the newest first. */
  grants: method(nothing, z.array(toolGrantSchema)),
  /** Takes a permission back. The next call asks. */
  revokeGrant: method(z.object({ id: z.uuid() }), nothing),
  /** Returns the arguments of the last call that the user allowed of a tool; null for none. */
  lastApproved: method(
    z.object({ tool: z.string().max(1000), pluginId: z.string().max(200) }),
    z.object({ arguments: z.string().nullable() }),
  ),
  grantsChanged: event(z.array(toolGrantSchema)),
}
