import { z } from 'zod'
import type { Capabilities, Price } from '../../../shared/models.ts'
import { flag, words } from '../answer/answerFields.ts'

/** OpenRouter and similar services give US dollars per token, as text. */
const dollarsPerToken = z.coerce.number().nonnegative().nullish().catch(null)
const textDollarsPerToken = z
  .string()
  .transform(Number)
  .pipe(z.number().nonnegative())
  .nullish()
  .catch(null)

/** Fields that services add to OpenAI's list of models. A malformed field counts as missing. */
export const serviceFactsSchema = z.object({
  capabilities: z
    .union([
      z.array(z.string()),
      z.object({
        completion_chat: flag,
        chat_completion: flag,
        vision: flag,
        function_calling: flag,
        reasoning: flag,
        audio: flag,
      }),
    ])
    .nullish()
    .catch(null),
  supports_image_input: flag,
  supports_tools: flag,
  supported_input_modalities: words,
  supported_output_modalities: words,
  architecture: z
    .object({ input_modalities: words, output_modalities: words })
    .nullish()
    .catch(null),
  supported_parameters: words,
  supported_features: words,
  tags: words,
  pricing: z
    .object({
      prompt: dollarsPerToken,
      completion: dollarsPerToken,
      // Text gives a price per token. At some services a number gives a price per million tokens.
      input: textDollarsPerToken,
      output: textDollarsPerToken,
      input_cache_read: dollarsPerToken,
    })
    .nullish()
    .catch(null),
})
export type ServiceFacts = z.infer<typeof serviceFactsSchema>

/** Returns the capabilities that the service reports; undefined if it reports none. */
export function capabilitiesOf(facts: ServiceFacts): Capabilities | undefined {
  const said = Array.isArray(facts.capabilities) ? undefined : facts.capabilities
  const named = Array.isArray(facts.capabilities) ? facts.capabilities : undefined
  const inputs = facts.architecture?.input_modalities ?? facts.supported_input_modalities
  const parameters =
    facts.supported_parameters ?? facts.supported_features ?? named ?? facts.tags ?? undefined
  const supports = (...names: string[]) =>
    parameters ? names.some((name) => parameters.includes(name)) : undefined
  const takes = (...names: string[]) =>
    inputs ? names.some((name) => inputs.includes(name)) : undefined
  const found: { [Name in keyof Capabilities]: boolean | null | undefined } = {
    image:
      said?.vision ?? takes('image') ?? facts.supports_image_input ?? onlyIf(supports('vision')),
    pdf: takes('file', 'pdf') ?? onlyIf(supports('file-input')),
    audio: said?.audio ?? takes('audio'),
    tools:
      said?.function_calling ??
      supports('tools', 'function-calling', 'tool-calling', 'tool-use') ??
      facts.supports_tools,
    reasoning: said?.reasoning ?? supports('reasoning', 'include_reasoning', 'reasoning_effort'),
    structuredOutput: onlyIf(
      supports('structured_outputs', 'structured-outputs', 'response_format'),
    ),
  }
  const known = Object.entries(found).filter(([, value]) => typeof value === 'boolean')
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

/** Converts false to undefined for a field that few services set: its absence proves nothing. */
function onlyIf(is: boolean | undefined): true | undefined {
  return is ? true : undefined
}

const tokensOfPrice = 1_000_000

export function priceOf({ pricing }: ServiceFacts): Price | undefined {
  const prompt = pricing?.prompt ?? pricing?.input
  const completion = pricing?.completion ?? pricing?.output
  const cached = pricing?.input_cache_read
  if (typeof prompt !== 'number' || typeof completion !== 'number') return undefined
  return {
    input: perMillion(prompt),
    output: perMillion(completion),
    ...(typeof cached === 'number' && { cachedInput: perMillion(cached) }),
  }
}

/** Rounds off the floating-point error of the multiplication. */
function perMillion(dollars: number): number {
  return Number((dollars * tokensOfPrice).toPrecision(12))
}
