import { z } from 'zod'
import { consentFor, type OwnTool } from './ownTool.ts'
import { parametersOf } from './parametersOf.ts'

const lengthDefault = 20_000
const maxLength = 50_000

const inputSchema = z.object({
  file: z.string().min(1).max(300).describe('The name of a text file of this chat, or its id.'),
  from: z.int().min(0).optional().describe('The character to begin at; 0 by default.'),
  length: z
    .int()
    .min(1)
    .max(maxLength)
    .optional()
    .describe(`The number of characters; ${String(lengthDefault)} by default.`),
})

/** Returns the tool that reads on in a text file of the chat: the user's, or a long result. */
export const readAttachment: OwnTool = (policy, { readText }) => ({
  name: 'read_attachment',
  title: 'Read a file of the chat',
  description:
    'Reads a part of a text file of this chat: a file of the user, or a result that was too long.',
  parameters: parametersOf(inputSchema),
  effect: 'read',
  consent: () => consentFor(policy),
  async run(input, { conversationId, earlier }) {
    const { file, from = 0, length = lengthDefault } = inputSchema.parse(input)
    const found = await readText(conversationId, file, earlier)
    if ('names' in found) throw new Error(noSuchFile(file, found.names))
    const text = cut(found.text, from, length)
    return { parts: [{ type: 'text', text }], source: found.name }
  },
})

function cut(text: string, from: number, length: number): string {
  const end = Math.min(from + length, text.length)
  const rest = end < text.length ? ` Read on from ${String(end)}.` : ' This is the end.'
  const place = `Characters ${String(Math.min(from, text.length))} to ${String(end)} of ${String(text.length)}.`
  return `[${place}${rest}]\n${text.slice(from, end).toWellFormed()}`
}

function noSuchFile(file: string, names: readonly string[]): string {
  const others = names.length === 0 ? 'There is none.' : `There are: ${names.join(', ')}`
  return `This chat has no text file named ${file}. ${others}`
}
