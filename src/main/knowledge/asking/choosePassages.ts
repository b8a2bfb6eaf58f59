import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'
import type { Hit } from '../../../shared/knowledge/knowledge.ts'
import type { GroundPassage } from './givenPassages.ts'
import type { Library } from './library.ts'

export const maxPassages = 12
/** A longer passage says too little of where in it the answer stands. */
const maxJoinedLength = 2400
/** Between neighbouring passages there is only white space. */
const maxGapLength = 16
const reciprocalRankConstant = 60

/** Orders the hits of several queries by their ranks. */
export function fuseHits(
  lists: readonly { hits: readonly Hit[]; weight: number }[],
): readonly Hit[] {
  const [only] = lists
  if (lists.length === 1 && only) return only.hits
  const fused = new Map<string, { hit: Hit; score: number }>()
  for (const { hits, weight } of lists) {
    for (const [index, hit] of hits.entries()) {
      const key = `${hit.place.sourceId} ${String(hit.place.start)}`
      const earlier = fused.get(key)
      const score = weight / (reciprocalRankConstant + index + 1)
      fused.set(key, { hit: earlier?.hit ?? hit, score: (earlier?.score ?? 0) + score })
    }
  }
  return [...fused.values()]
    .sort((first, second) => second.score - first.score)
    .map(({ hit }) => hit)
}

/**
 * Returns the passages to show a model, the best first: neighbours joined, within a number of
 * tokens. A passage that is too long for what is left makes room for a shorter one.
 */
export async function choosePassages(
  hits: readonly Hit[],
  maxTokens: number,
  baseNames: ReadonlyMap<string, string>,
  library: Pick<Library, 'text'>,
): Promise<GroundPassage[]> {
  const chosen: Hit[] = []
  let tokens = 0
  for (const hit of hits) {
    const size = passageTokens(hit)
    if (tokens + size > maxTokens || chosen.length === maxPassages) continue
    if (chosen.some((other) => contains(other, hit))) continue
    tokens += size
    chosen.push(hit)
  }
  const groups = groupNeighbours(chosen)
  return Promise.all(groups.map((group) => join(group, baseNames, library)))
}

export function passageTokens({
  sourceName,
  headings,
  text,
}: Pick<Hit, 'sourceName' | 'headings' | 'text'>): number {
  return estimateTextTokens(text) + estimateTextTokens([sourceName, ...headings].join(' › ')) + 8
}

function contains({ place: outer }: Hit, { place: inner }: Hit): boolean {
  return outer.sourceId === inner.sourceId && outer.start <= inner.start && outer.end >= inner.end
}

/** Groups passages that follow each other, in the order of the best of each group. */
function groupNeighbours(hits: readonly Hit[]): Hit[][] {
  const groups: Hit[][] = []
  const inOrder = [...hits].sort((first, second) => first.place.start - second.place.start)
  for (const hit of inOrder) {
    const before = groups.find((group) => follows(group, hit))
    if (before) before.push(hit)
    else groups.push([hit])
  }
  const rank = (group: readonly Hit[]): number => Math.min(...group.map((hit) => hits.indexOf(hit)))
  return groups.sort((first, second) => rank(first) - rank(second))
}

/** Tells whether a passage continues a group, under the same headings. */
function follows(group: readonly Hit[], { place, headings }: Hit): boolean {
  if (group[0]?.headings.join('\n') !== headings.join('\n')) return false
  const last = group.at(-1)?.place
  if (last?.sourceId !== place.sourceId || last.sha256 !== place.sha256) return false
  const start = group[0]?.place.start ?? 0
  return place.start - last.end <= maxGapLength && place.end - start <= maxJoinedLength
}

async function join(
  group: readonly Hit[],
  baseNames: ReadonlyMap<string, string>,
  library: Pick<Library, 'text'>,
): Promise<GroundPassage> {
  const best = group.reduce((first, second) => (second.score > first.score ? second : first))
  const [first = best] = group
  const end = Math.max(...group.map(({ place }) => place.end))
  const place = { ...first.place, end }
  const { sourceName, wordRank, vectorRank, similarity, rerankScore, score } = best
  return {
    place,
    sourceName,
    baseName: baseNames.get(place.baseId) ?? '',
    headings: [...first.headings],
    text: group.length === 1 ? first.text : await textOf(group, place, library),
    ranks: { wordRank, vectorRank, similarity, rerankScore, score },
  }
}

/** Reads the text with what stands between the passages; without it, if the source is gone. */
async function textOf(
  group: readonly Hit[],
  place: Hit['place'],
  library: Pick<Library, 'text'>,
): Promise<string> {
  try {
    return await library.text(place)
  } catch {
    return group.map(({ text }) => text).join('\n')
  }
}
