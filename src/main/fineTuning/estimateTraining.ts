import type { TrainingEstimate, TrainingOptions } from '../../shared/fineTuning/fineTuning.ts'
import type { SetReport } from '../../shared/fineTuning/findings.ts'

/** US dollars for a million trained tokens at OpenAI, by the beginning of the model's id. */
const openAiPrices: readonly [prefix: string, dollars: number][] = [
  ['gpt-4.1-nano', 1.5],
  ['gpt-4.1-mini', 5],
  ['gpt-4.1', 25],
  ['gpt-4o-mini', 3],
  ['gpt-4o', 25],
  ['gpt-3.5-turbo', 8],
]

/** Returns the price of a million trained tokens: the user's, or else the table's; null if unknown. */
export function trainingPrice(
  modelId: string,
  options: Pick<TrainingOptions, 'tokenPrice'>,
  isOpenAi: boolean,
): number | null {
  if (options.tokenPrice !== null || !isOpenAi) return options.tokenPrice
  return openAiPrices.find(([prefix]) => modelId.startsWith(prefix))?.[1] ?? null
}

/** Returns US dollars for trained tokens, by the price of a million. */
export function trainingCost(tokens: number, price: number): number {
  return (tokens * price) / 1_000_000
}

/** Examples that a service wants to see, with all epochs together, before it trains only once. */
const wantedExamples = 100
const usualEpochs = 3
const mostAutomaticEpochs = 25

/** Returns the epochs of a training; between one and what services choose for so few examples. */
function epochsSpan(examples: number, epochs: number | null): TrainingEstimate['tokens'] {
  if (epochs !== null) return { least: epochs, most: epochs }
  const forFew = Math.min(mostAutomaticEpochs, Math.ceil(wantedExamples / Math.max(1, examples)))
  return { least: 1, most: Math.max(usualEpochs, forFew) }
}

/** Estimates the trained tokens and their price. */
export function estimateTraining(
  report: SetReport,
  options: TrainingOptions,
  price: number | null,
): Pick<TrainingEstimate, 'tokens' | 'dollars'> {
  const kept = options.dropDuplicates ? report.examples - report.duplicates : report.examples
  const trained = Math.round(kept * (1 - options.validationShare))
  const tokens = report.examples === 0 ? 0 : (report.tokens * trained) / report.examples
  const epochs = epochsSpan(trained, options.epochs)
  const least = Math.round(tokens * epochs.least)
  const most = Math.round(tokens * epochs.most)
  const dollars =
    price === null ? null : { least: trainingCost(least, price), most: trainingCost(most, price) }
  return { tokens: { least, most }, dollars }
}
