import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerSetup, TakenParameters } from '../../shared/assistantProfiles.ts'
import {
  maxAnswerTokens,
  maxInstructionsLength,
  maxStopWords,
  maxTemperature,
} from '../../shared/limits.ts'
import type { ReasoningEffort } from '../../shared/models.ts'
import { everyOf } from '../core/everyOf.ts'
import { Select } from '../ui/controls/Select.tsx'
import { TextArea } from '../ui/controls/TextArea.tsx'
import { TextField } from '../ui/controls/TextField.tsx'
import { formatList } from '../ui/formatList.ts'
import { formatNumber } from '../ui/formatAmount.ts'
import { FieldRow } from '../ui/forms/FieldRow.tsx'
import { readEntries } from './setupEntries.ts'
import type { EntryName, SetupEntries } from './setupEntries.ts'

/** A copy of the contract's list: its schemas stay out of the page. */
const efforts = everyOf<ReasoningEffort>({
  auto: true,
  none: true,
  low: true,
  medium: true,
  high: true,
})
const numberFields = ['temperature', 'topP', 'maxTokens'] as const

interface SetupFieldsProps {
  entries: SetupEntries
  /** The values that were saved last. */
  saved: AnswerSetup
  /** The parameters that the model takes; the others are not shown. */
  taken: TakenParameters
  /** Whether the model can reason. */
  reasons: boolean
  onEntry: (name: EntryName, entry: string) => void
  onEffort: (effort: ReasoningEffort | null) => void
  /** Called when a field loses the focus. */
  onLeave?: (name: EntryName) => void
}

/** Shows the fields for instructions and for the parameters that a model takes. */
export function SetupFields(props: SetupFieldsProps): ReactNode {
  const { entries, saved, taken, reasons, onEntry, onEffort, onLeave } = props
  const { t, i18n } = useTranslation()
  const { setup, invalid } = readEntries(entries, saved)
  const errorOf = useErrors(setup, invalid, taken)
  const unsent = unsentNames(setup, taken, reasons)
  const fieldOf = (name: EntryName) => ({
    value: entries[name],
    error: errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      onEntry(name, event.currentTarget.value),
    onBlur: () => onLeave?.(name),
  })
  const defaultEffort = t('assistantProfiles.defaultEffort')
  return (
    <div className="space-y-4">
      <TextArea
        label={t('assistantProfiles.fields.instructions')}
        hint={t('assistantProfiles.instructionsHint')}
        dir="auto"
        prose
        rows={6}
        maxLength={maxInstructionsLength}
        {...fieldOf('instructions')}
      />
      {reasons && (
        <FieldRow label={t('chat.effort.label')}>
          <Select<ReasoningEffort | 'default'>
            label={t('chat.effort.label')}
            value={saved.effort ?? 'default'}
            options={[
              { value: 'default', label: defaultEffort },
              ...efforts.map((value) => ({ value, label: t(`chat.effort.${value}`) })),
            ]}
            onValueChange={(value) => onEffort(value === 'default' ? null : value)}
          />
        </FieldRow>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-start gap-3">
        {numberFields
          .filter((name) => takes(taken, name))
          .map((name) => (
            <TextField
              key={name}
              label={t(`assistantProfiles.fields.${name}`)}
              inputMode="decimal"
              maxLength={100}
              placeholder={t('assistantProfiles.serviceDecides')}
              {...fieldOf(name)}
            />
          ))}
      </div>
      {takes(taken, 'stopWords') && (
        <TextArea
          label={t('assistantProfiles.fields.stopWords')}
          hint={t('assistantProfiles.stopHint')}
          rows={2}
          {...fieldOf('stopWords')}
        />
      )}
      {unsent.length > 0 && (
        <p className="text-sm text-muted">
          {t('assistantProfiles.notTaken', {
            names: formatList(
              i18n.language,
              unsent.map((name) =>
                name === 'effort' ? t('chat.effort.label') : t(`assistantProfiles.fields.${name}`),
              ),
            ),
          })}
        </p>
      )}
    </div>
  )
}

function takes(taken: TakenParameters, name: Exclude<EntryName, 'instructions'>): boolean {
  switch (name) {
    case 'temperature':
      return taken.maxTemperature !== null
    case 'topP':
      return taken.topP
    case 'maxTokens':
      return taken.maxTokens
    case 'stopWords':
      return taken.maxStopWords > 0
  }
}

type Unsent = Exclude<EntryName, 'instructions'> | 'effort'

/** Returns the values that are set although the model doesn't take them. */
function unsentNames(setup: AnswerSetup, taken: TakenParameters, reasons: boolean): Unsent[] {
  const set: Record<Unsent, boolean> = {
    effort: setup.effort !== null && !reasons,
    temperature: setup.temperature !== null && !takes(taken, 'temperature'),
    topP: setup.topP !== null && !takes(taken, 'topP'),
    maxTokens: setup.maxTokens !== null && !takes(taken, 'maxTokens'),
    stopWords: setup.stopWords.length > 0 && !takes(taken, 'stopWords'),
  }
  return (Object.keys(set) as Unsent[]).filter((name) => set[name])
}

/** Returns the sentence for what is wrong with an entry, for any model or for this one. */
function useErrors(setup: AnswerSetup, invalid: readonly EntryName[], taken: TakenParameters) {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => formatNumber(i18n.language, value)
  const temperatureLimit = taken.maxTemperature ?? maxTemperature
  const maxWords = taken.maxStopWords || maxStopWords
  const limits: Record<EntryName, string> = {
    instructions: '',
    temperature: number(temperatureLimit),
    topP: '',
    maxTokens: number(maxAnswerTokens),
    stopWords: number(maxWords),
  }
  return (name: EntryName): string | undefined => {
    const isOver =
      (name === 'temperature' && (setup.temperature ?? 0) > temperatureLimit) ||
      (name === 'stopWords' && setup.stopWords.length > maxWords)
    if (name === 'instructions' || !(isOver || invalid.includes(name))) return undefined
    return t(`assistantProfiles.invalid.${name}`, { limit: limits[name] })
  }
}
