import type { Client, PromptMessage, RequestOptions } from '@modelcontextprotocol/client'
import type { PromptList } from '../../../shared/plugins/pluginContent.ts'
import { textOfPart } from '../../tools/keepResult.ts'
import { isListCut } from '../boundLists.ts'
import { readBlock } from '../readResult.ts'
import { readContents, type ServerFile } from './serverFile.ts'

const maxPrompts = 500
const maxArguments = 50
const maxDescriptionLength = 2000

/** Returns the prompts that a server offers, at most 500. */
export async function listPrompts(client: Client, options: RequestOptions): Promise<PromptList> {
  const { prompts: listed } = await client.listPrompts({}, options)
  const prompts = listed
    .slice(0, maxPrompts)
    .map(({ name, title, description, arguments: given }) => ({
      name,
      title: title ?? name,
      description: shortened(description),
      arguments: (given ?? []).slice(0, maxArguments).map((argument) => ({
        name: argument.name,
        description: shortened(argument.description),
        required: argument.required === true,
      })),
      argumentsLeftOut: Math.max(0, (given?.length ?? 0) - maxArguments),
    }))
  const isCut = isListCut(client, 'prompts/list')
  return { prompts, leftOut: listed.length - prompts.length, isCut }
}

const shortened = (text = ''): string => text.slice(0, maxDescriptionLength)

/** A filled-in prompt, as the user sends it. */
export interface FilledPrompt {
  text: string
  files: readonly ServerFile[]
}

/** Fills a prompt in. Errors: those of the server. */
export async function fillPrompt(
  client: Client,
  { name, arguments: given }: { name: string; arguments: Record<string, string> },
  options: RequestOptions,
): Promise<FilledPrompt> {
  const { messages } = await client.getPrompt({ name, arguments: given }, options)
  const isDialogue = messages.some(({ role }) => role === 'assistant')
  const read = messages.map((message, at) => readMessage(message, at + 1))
  const texts = read.flatMap(({ text }, at) => {
    if (text === '') return []
    // A message of the user's cannot hold one of the model's: the text says who speaks.
    return isDialogue ? `${speakers[messages[at]?.role ?? 'user']}: ${text}` : text
  })
  return { text: texts.join('\n\n'), files: read.flatMap(({ files }) => files) }
}

const speakers = { user: 'User', assistant: 'Assistant' }

function readMessage({ content }: PromptMessage, number: number): FilledPrompt {
  if (content.type === 'resource') {
    return { text: '', files: readContents([content.resource], number) }
  }
  const parts = readBlock(content, number)
  return {
    text: parts.flatMap((part) => (part.type === 'file' ? [] : textOfPart(part))).join('\n\n'),
    files: parts.flatMap((part) => (part.type === 'file' ? { ...part, uri: null } : [])),
  }
}
