import { providerFields } from '../providers/providerSettings.ts'
import type { SettingResult } from '../settings/SettingResult.ts'
import { settingHints } from '../settings/settingHints.ts'
import { isSettingShown, settingIds, settingsTable } from '../settings/settingsTable.ts'
import type { Setting } from '../settings/settingsTable.ts'
import { settingsSections, showSettings } from '../core/settingsTarget.ts'
import { rankEntries } from './settingEntries.ts'
import { synonymsOf } from './synonyms.ts'
import type { PaletteContext, SearchedEntry } from './settingEntries.ts'

/** A result with the texts that are searched for it. */
export type SearchedResult = SearchedEntry & SettingResult

/**
 * Returns the function that finds settings by a query, the best first: the sections, every setting
 * once, the providers' fields, and `further`. It collects them at the first query, as few come to
 * search.
 */
export function settingSearch(
  context: PaletteContext,
  further: readonly SearchedResult[] = [],
): (query: string) => SettingResult[] {
  let results: SearchedResult[] | undefined
  return (query) => {
    results ??= [
      ...sectionResults(context),
      ...preferenceResults(context),
      ...fieldResults(context),
      ...further,
    ]
    return rankEntries(results, query)
  }
}

function sectionResults({ t }: PaletteContext): SearchedResult[] {
  return settingsSections.map((section) => {
    const title = t(`settings.sections.${section}`)
    const alsoCalled = synonymsOf('sections', section, t)
    const open = (): void => showSettings({ section })
    return { id: `section ${section}`, label: title, title, alsoCalled, open }
  })
}

function preferenceResults(context: PaletteContext): SearchedResult[] {
  const { t, preferences } = context
  if (!preferences) return []
  return settingIds
    .filter((id) => isSettingShown(id, preferences))
    .map((id) => {
      const setting: Setting = settingsTable[id]
      const hintKey = settingHints[id]
      const title = t(setting.titleKey)
      const section = t(`settings.sections.${setting.section}`)
      const options = setting.choice?.options({ ...context, preferences }) ?? []
      const value = setting.choice?.valueOf(preferences)
      const searched = setting.choice?.onlyByTitle ? [] : options
      return {
        id: `setting ${id}`,
        label: title,
        title,
        description: section,
        alsoCalled: [
          ...searched.flatMap(({ label, alsoCalled = [] }) => [label, ...alsoCalled]),
          ...synonymsOf('settings', id, t),
        ],
        about: hintKey && t(hintKey),
        section,
        value: options.find((option) => option.value === value)?.label,
        open: () => showSettings({ section: setting.section, setting: id }),
      }
    })
}

function fieldResults({ t, providers }: PaletteContext): SearchedResult[] {
  const section = t('settings.sections.providers')
  const running = providers.filter(({ found }) => found)
  const stopped = providers.filter(({ found }) => !found)
  return [...running, ...stopped].flatMap((provider) =>
    providerFields(provider, t).map(({ id, label, value, run }) => ({
      id: `provider ${provider.id} ${id}`,
      label,
      title: label,
      description: section,
      alsoCalled: id === 'address' ? [value] : [],
      section,
      value,
      open: run,
    })),
  )
}
