import table from '../../../../resources/presets.json' with { type: 'json' }
import { onFirstUse } from '../../../shared/onFirstUse.ts'
import type { ServicePreset } from './servicePreset.ts'

/** Values shared by most services. An entry of the table names only those that differ. */
const usual = {
  kind: 'openai-compatible',
  billingUrl: null,
  keyPrefixes: [],
  needsKey: true,
  keyHeader: 'authorization',
  outputLimitField: 'max_tokens',
  streamUsage: true,
  reasoningFeedback: false,
  modelIdField: 'id',
} satisfies Partial<ServicePreset>

type Usual = keyof typeof usual
type Pattern = 'excludeModels' | 'responsesModels'

/** A service as the table has it: without what is usual, and patterns as text. */
export type ServiceEntry = Omit<ServicePreset, Usual | Pattern> &
  Partial<Pick<ServicePreset, Usual> & Record<Pattern, string>>

/** Returns a service of the table as a whole. */
export function presetOf({
  excludeModels,
  responsesModels,
  ...entry
}: ServiceEntry): ServicePreset {
  return {
    ...usual,
    ...entry,
    ...(excludeModels !== undefined && { excludeModels: new RegExp(excludeModels) }),
    ...(responsesModels !== undefined && { responsesModels: new RegExp(responsesModels) }),
  }
}

/** Returns the services that Parley knows. */
export const listPresets = onFirstUse((): readonly ServicePreset[] =>
  (table as ServiceEntry[]).map(presetOf),
)

export function findPreset(id: string | null): ServicePreset | undefined {
  if (id === null) return undefined
  return listPresets().find((preset) => preset.id === id)
}
