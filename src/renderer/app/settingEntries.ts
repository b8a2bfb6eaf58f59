import type { TFunction } from 'i18next'
import { Settings } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Model } from '../../shared/models.ts'
import type { ProviderState } from '../../shared/providers.ts'
import type { Preferences } from '../../shared/settings.ts'
import { providerSettings } from '../providers/providerSettings.ts'
import type { Choice } from '../settings/choices.ts'
import { settingsSections } from '../core/settingsTarget.ts'
import { isSettingShown, settingIds, settingsTable } from '../settings/settingsTable.ts'
import type { Setting } from '../settings/settingsTable.ts'
import { updatePreferences } from '../core/updatePreferences.ts'
import { rankMatches } from '../ui/rankMatches.ts'
import { showSettings } from '../core/settingsTarget.ts'

/** The texts of an entry that a search looks at. */
export interface SearchedEntry {
  label: string
  description?: string | undefined
  /** Further names to search. */
  alsoCalled?: readonly (string | undefined)[]
  /** A word that the query must contain for this entry to match. */
  onlyWith?: string
}

/** An entry of the palette. */
export interface PaletteEntry extends SearchedEntry {
  /** Unique. */
  id: string
  icon: LucideIcon
  /** Whether this is the setting's current value. */
  isCurrent?: boolean
  /** An accelerator. */
  shortcut?: string | null
  /** Whether it leads elsewhere, which closes open dialogs. */
  leads: boolean
  run: () => void
}

export interface PaletteContext {
  t: TFunction
  language: string
  preferences: Preferences | undefined
  models: readonly Model[]
  providers: readonly ProviderState[]
}

/** Returns the matching entries, the best first. */
export function rankEntries<Entry extends SearchedEntry>(
  entries: readonly Entry[],
  query: string,
): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isNamed = ({ onlyWith }: SearchedEntry): boolean =>
    onlyWith === undefined || words.some((word) => hasWord(onlyWith, word))
  return rankMatches(entries.filter(isNamed), query, ({ label, description, alsoCalled = [] }) => ({
    label,
    more: [description, ...alsoCalled],
  }))
}

function hasWord(text: string, beginning: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  return words.some((word) => word.startsWith(beginning))
}

/** Returns the sections of the settings as entries. */
export function sectionEntries(t: TFunction): PaletteEntry[] {
  return settingsSections.map((section) => ({
    id: `section ${section}`,
    icon: Settings,
    label: t('app.palette.settingsSection', { section: t(`settings.sections.${section}`) }),
    alsoCalled: [t(`settings.sections.${section}`)],
    leads: true,
    run: () => showSettings({ section }),
  }))
}

/**
 * Returns every setting as an entry, with its values if they are few and fixed, and the providers'
 * settings.
 */
export function settingEntries(context: PaletteContext): PaletteEntry[] {
  return [...preferenceEntries(context), ...providerEntries(context)]
}

function preferenceEntries(context: PaletteContext): PaletteEntry[] {
  const { preferences, t } = context
  if (!preferences) return []
  return settingIds
    .filter((id) => isSettingShown(id, preferences))
    .flatMap((id) => {
      const setting: Setting = settingsTable[id]
      const title = t(setting.titleKey)
      const section = t(`settings.sections.${setting.section}`)
      if (setting.choice) {
        return valueEntries(setting.choice, { id, title, section }, { ...context, preferences })
      }
      return {
        id: `setting ${id}`,
        icon: Settings,
        label: title,
        description: section,
        leads: true,
        run: () => showSettings({ section: setting.section, setting: id }),
      }
    })
}

function valueEntries(
  choice: Choice,
  { id, title, section }: { id: string; title: string; section: string },
  context: PaletteContext & { preferences: Preferences },
): PaletteEntry[] {
  const current = choice.valueOf(context.preferences)
  return choice.options(context).map(({ value, label, description, alsoCalled = [] }) => ({
    id: `setting ${id} ${value}`,
    icon: Settings,
    label: context.t('app.palette.settingValue', { setting: title, value: label }),
    description: description ?? section,
    alsoCalled: [label, ...alsoCalled, section],
    isCurrent: value === current,
    ...(choice.onlyByTitle && { onlyWith: title }),
    leads: false,
    run: () => updatePreferences(choice.patchFor(value, context.preferences)),
  }))
}

function providerEntries({ t, providers }: PaletteContext): PaletteEntry[] {
  return providers.flatMap((provider) =>
    providerSettings(provider, t).map(({ id, label, leads, run }) => ({
      id: `provider ${provider.id} ${id}`,
      icon: Settings,
      label,
      description: t('settings.sections.providers'),
      leads,
      run,
    })),
  )
}
