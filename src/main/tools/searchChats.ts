import { z } from 'zod'
import { maxQueryLength } from '../../shared/limits.ts'
import { consentFor, type OwnTool } from './ownTool.ts'
import { parametersOf } from './parametersOf.ts'

const maxHits = 20
const hitsDefault = 8

const inputSchema = z.object({
  query: z.string().min(1).max(maxQueryLength).describe('Words that must all be there.'),
  limit: z.int().min(1).max(maxHits).optional(),
})

/** Returns the tool that finds earlier chats of the user. */
export const searchChats: OwnTool = (policy, dependencies) => ({
  name: 'search_chats',
  title: 'Chat search',
  description:
    'Searches all chats of the user with Parley for words, and returns titles, dates and excerpts.',
  parameters: parametersOf(inputSchema),
  effect: 'read',
  consent: () => consentFor(policy),
  run(input, { conversationId }) {
    const { query, limit = hitsDefault } = inputSchema.parse(input)
    const hits = dependencies
      .searchChats(query, limit + 1)
      .filter(({ conversation }) => conversation.id !== conversationId)
      .slice(0, limit)
    const texts = hits.map(({ conversation, excerpt }) => {
      const day = new Date(conversation.usedAt).toISOString().slice(0, 10)
      return `## ${conversation.title} (${day})\n${excerpt}`
    })
    const text = texts.length === 0 ? 'No other chat holds these words.' : texts.join('\n\n')
    return Promise.resolve({ parts: [{ type: 'text', text }], source: 'Parley: chats' })
  },
})
