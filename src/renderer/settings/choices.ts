import type { TFunction } from 'i18next'
import { languages } from '../../shared/languages.ts'
import type { Model, ModelReference } from '../../shared/models.ts'
import type { ProviderState } from '../../shared/providers.ts'
import type { Preferences } from '../../shared/settings.ts'
import type { SelectOption } from '../ui/controls/Select.tsx'

/** The values from which a setting's options are made. */
export interface ChoiceContext {
  t: TFunction
  /** The interface's language. */
  language: string
  preferences: Preferences
  models: readonly Model[]
  providers: readonly ProviderState[]
}

export interface ChoiceOption extends SelectOption<string> {
  /** A second, quieter text, such as the model's provider. */
  description?: string
  /** Further names to search. */
  alsoCalled?: readonly string[]
}

/** A setting with a few values. */
export interface Choice {
  /**
   * Whether a search finds its values only together with its title, because their own names mean
   * something else.
   */
  onlyByTitle?: boolean
  options: (context: ChoiceContext) => ChoiceOption[]
  valueOf: (preferences: Preferences) => string
  /** Returns the change of the preferences for one of the options. */
  patchFor: (value: string, preferences: Preferences) => Partial<Preferences>
}

/** The names of the preferences' groups, such as `dictation`. */
type Group =
  | 'appearance'
  | 'chats'
  | 'speech'
  | 'dictation'
  | 'voices'
  | 'realtime'
  | 'tools'
  | 'media'
  | 'updates'

/** Returns the choice for a field of a group, converted to text and back. */
export function groupChoice<Name extends Group, Field extends keyof Preferences[Name]>(
  group: Name,
  field: Field,
  choice: Pick<Choice, 'options' | 'onlyByTitle'> & {
    toText: (value: Preferences[Name][Field]) => string
    fromText: (text: string) => unknown
  },
): Choice {
  return {
    options: choice.options,
    ...(choice.onlyByTitle && { onlyByTitle: true }),
    valueOf: (preferences) => choice.toText(preferences[group][field]),
    patchFor: (text, preferences) => ({
      [group]: { ...preferences[group], [field]: choice.fromText(text) },
    }),
  }
}

/** Returns the choice for a field of a group that is on or off. */
export function switchChoice<Name extends Group>(
  group: Name,
  field: keyof Preferences[Name],
): Choice {
  return groupChoice(group, field, {
    options: ({ t }) => [
      { value: 'on', label: t('settings.on') },
      { value: 'off', label: t('settings.off') },
    ],
    toText: (value) => (value === true ? 'on' : 'off'),
    fromText: (text) => text === 'on',
  })
}

/**
 * Returns the languages by their own names, searchable also by their names in English and in the
 * interface's language.
 */
export function languageOptions({ language }: Pick<ChoiceContext, 'language'>): ChoiceOption[] {
  const inEnglish = new Intl.DisplayNames('en', { type: 'language' })
  const inInterface = new Intl.DisplayNames(language, { type: 'language' })
  return languages.map(({ locale, nativeName }) => {
    const tag = { 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' }[locale as string] ?? locale
    const plainTag = tag.split('-')[0] ?? tag
    const shown = tag === 'pt-BR' || plainTag === 'zh' ? tag : plainTag
    const names = [inInterface, inEnglish].flatMap((display) => [
      display.of(shown),
      display.of(tag),
      display.of(plainTag),
    ])
    const [description] = names
    return {
      value: locale,
      label: nativeName,
      lang: locale,
      ...(description !== undefined && description !== nativeName && { description }),
      alsoCalled: names.filter((name) => name !== undefined),
    }
  })
}

const unchosenModel = ''

/** Returns an option for no model, then every model by provider. */
export function modelOptions(context: ChoiceContext, unchosen: string): ChoiceOption[] {
  const { models, providers } = context
  const options = providers.flatMap(({ id, name }) =>
    models
      .filter(({ providerId }) => providerId === id)
      .map((model) => ({
        value: modelText(model),
        label: model.name,
        description: name,
        alsoCalled: [model.modelId],
      })),
  )
  return [{ value: unchosenModel, label: unchosen }, ...options]
}

export function modelText(model: ModelReference | null): string {
  return model ? JSON.stringify([model.providerId, model.modelId]) : unchosenModel
}

export function modelFromText(text: string): ModelReference | null {
  if (text === unchosenModel) return null
  const [providerId, modelId] = JSON.parse(text) as [string, string]
  return { providerId, modelId }
}

/** Returns a slider's numbers as options, each with its text. */
export function numberOptions(
  numbers: readonly number[],
  format: (number: number) => string,
): ChoiceOption[] {
  return numbers.map((number) => ({ value: String(number), label: format(number) }))
}

/** Returns `from`, `from + step` and so on, up to `to`. */
export function steps(from: number, to: number, step: number): number[] {
  return Array.from(
    { length: Math.floor((to - from) / step) + 1 },
    (_, index) => from + index * step,
  )
}
