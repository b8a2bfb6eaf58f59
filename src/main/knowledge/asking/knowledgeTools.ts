import { z } from 'zod'
import { maxQueryLength } from '../../../shared/limits.ts'
import type { Tool, ToolResult } from '../../tools/tool.ts'
import { choosePassages } from './choosePassages.ts'
import type { GivenPassage, GivenPassages, GroundPassage } from './givenPassages.ts'
import { passageText } from './groundText.ts'
import type { Library } from './library.ts'
import { parametersOf } from '../../tools/parametersOf.ts'

const passagesDefault = 6
const maxPassages = 12
const maxNeighbours = 3
const resultTokens = 6000

/** The name of what was read, in questions about where data goes. */
export const knowledgeSource = 'Parley: knowledge'

const searchSchema = z.object({
  query: z
    .string()
    .min(1)
    .max(maxQueryLength)
    .describe('What to look for, as a full question or the words that its answer would contain.'),
  limit: z.int().min(1).max(maxPassages).optional(),
})
const readSchema = z.object({
  number: z.int().min(1).describe('The number of a passage that search_knowledge returned.'),
  around: z
    .int()
    .min(1)
    .max(maxNeighbours)
    .optional()
    .describe('How many passages before and after it to read as well.'),
})

const cite =
  'To use a passage, put its number in square brackets right after the statement, such as [1]. ' +
  'If none answers the question, say that the documents do not answer it.'

export interface KnowledgeToolsOptions {
  library: Library
  given: GivenPassages
  /** The bases of the chat by id, with their names. */
  baseNames: ReadonlyMap<string, string>
}

/** Returns the tools by which a model reads the bases of a chat. */
export function knowledgeTools(options: KnowledgeToolsOptions): Tool[] {
  return [searchKnowledge(options), readPassage(options)]
}

function searchKnowledge({ library, given, baseNames }: KnowledgeToolsOptions): Tool {
  return {
    name: 'search_knowledge',
    title: 'Document search',
    description:
      `Searches the user's own documents (${namesOf(baseNames)}) and returns numbered passages. ` +
      'Search before you answer a question that they may answer, and again with other words if ' +
      `the passages do not fit. ${cite}`,
    parameters: parametersOf(searchSchema),
    effect: 'read',
    // The user has switched these bases on for this chat.
    consent: () => ({ ask: 'never' }),
    async run(input, { messageId }, signal) {
      const { query, limit = passagesDefault } = searchSchema.parse(input)
      const asked = { baseIds: [...baseNames.keys()], query, limit }
      const { hits } = await library.search(asked, signal)
      const passages = await choosePassages(hits, resultTokens, baseNames, library)
      return resultOf(given.add(messageId, passages, true))
    },
  }
}

function readPassage({ library, given }: KnowledgeToolsOptions): Tool {
  return {
    name: 'read_passage',
    title: 'Document reader',
    description:
      'Returns a passage that search_knowledge found, together with the text before and after it ' +
      `in the same document. ${cite}`,
    parameters: parametersOf(readSchema),
    effect: 'read',
    consent: () => ({ ask: 'never' }),
    async run(input, { messageId }) {
      const { number, around = 1 } = readSchema.parse(input)
      const passage = given.find(messageId, number)
      if (!passage) return said(`There is no passage ${String(number)} in this answer.`, true)
      const { place } = passage
      if (!place) return said('It is of an attached file. Read that by its name.', true)
      const found = await library.neighbours(place, around)
      if (found.length === 0) return said('The document has changed since it was found.', true)
      const wider = await widen(passage, found, library)
      return resultOf(given.add(messageId, [wider], true))
    },
  }
}

/** Returns the passage with its neighbours as one. */
async function widen(
  { place, sourceName, baseName, headings, text }: GivenPassage,
  found: Awaited<ReturnType<Library['neighbours']>>,
  library: Library,
): Promise<GroundPassage> {
  const [first] = found
  const last = found.at(-1)
  const same = { place, sourceName, baseName, headings, text }
  if (!first || !last || found.length === 1) return same
  const wider = { ...first.place, end: last.place.end }
  return { ...same, place: wider, headings: [...first.headings], text: await library.text(wider) }
}

function resultOf(passages: readonly GivenPassage[]): ToolResult {
  if (passages.length === 0) return said('No passage of the documents fits.', false)
  return said(passages.map(passageText).join('\n\n'), false)
}

function said(text: string, failed: boolean): ToolResult {
  return { parts: [{ type: 'text', text }], failed, source: knowledgeSource }
}

function namesOf(baseNames: ReadonlyMap<string, string>): string {
  return [...baseNames.values()].map((name) => `“${name}”`).join(', ')
}
