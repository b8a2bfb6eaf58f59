import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import type { CompletionInput } from '../../../shared/plugins/pluginContent.ts'

/** The protocol allows a server this many. */
const maxValues = 100

/** Returns the values that a server proposes for an argument; none if it proposes no values. */
export async function completeArgument(
  client: Client,
  { of, name, value, given }: Omit<CompletionInput, 'pluginId'>,
  options: RequestOptions,
): Promise<string[]> {
  if (!client.getServerCapabilities()?.completions) return []
  const ref =
    of.kind === 'prompt'
      ? ({ type: 'ref/prompt', name: of.name } as const)
      : ({ type: 'ref/resource', uri: of.uri } as const)
  const { completion } = await client.complete(
    { ref, argument: { name, value }, context: { arguments: given } },
    options,
  )
  return completion.values.slice(0, maxValues)
}
