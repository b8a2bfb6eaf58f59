import type { PromptSummary } from '../../../shared/prompts.ts'
import type { OfferedPrompt } from '../../plugins/content/useServerPrompts.ts'
import { rankMatches } from '../../ui/controls/rankMatches.ts'

/** A prompt of the user's library or of a plugin's server. */
export type Offer =
  | { kind: 'own'; key: string; prompt: PromptSummary }
  | { kind: 'server'; key: string; offered: OfferedPrompt }

/**
 * Returns the prompts that match what follows the slash, the best first. Of equal matches, the
 * user's own come first.
 */
export function rankOffers(
  own: readonly PromptSummary[],
  ofServers: readonly OfferedPrompt[],
  query: string,
): Offer[] {
  const offers: Offer[] = [
    ...own.map((prompt) => ({ kind: 'own' as const, key: prompt.id, prompt })),
    ...ofServers.map((offered) => ({ kind: 'server' as const, key: offered.key, offered })),
  ]
  return rankMatches(offers, query, (offer) => {
    if (offer.kind === 'own') return { label: offer.prompt.name, more: [offer.prompt.command] }
    const { prompt, server } = offer.offered
    return { label: prompt.title, more: [prompt.name, server.title] }
  })
}
