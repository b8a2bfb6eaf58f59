import type { TFunction } from 'i18next'
import { Settings } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Model } from '../../shared/models.ts'
import type { ProviderState } from '../../shared/providers.ts'
import type { Preferences } from '../../shared/settings.ts'
import { providerSettings } from '../providers/providerSettings.ts'
import type { Choice } from '../settings/choices.ts'
import { settingsSections } from '../core/settingsTarget.ts'
import { settingHints } from '../settings/settingHints.ts'
import { isSettingShown, settingIds, settingsTable } from '../settings/settingsTable.ts'
import type { Setting } from '../settings/settingsTable.ts'
import { updatePreferences } from '../core/updatePreferences.ts'
import { beginsWord, findMatches } from '../ui/controls/rankMatches.ts'
import { showSettings } from '../core/settingsTarget.ts'
import { synonymsOf } from './synonyms.ts'

/** The texts of an entry that a search looks at. */
export interface SearchedEntry {
  label: string
  description?: string | undefined
  /** Further names to search. */
  alsoCalled?: readonly (string | undefined)[]
  /** A sentence about it. */
  about?: string | undefined
  /** Words of which the query must contain one for this entry to match. */
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
  const words = query.split(/\s+/)
  const isNamed = ({ onlyWith }: SearchedEntry): boolean =>
    onlyWith === undefined || words.some((word) => beginsWord(onlyWith, word))
  return findMatches(
    entries.filter(isNamed),
    query,
    ({ label, description, alsoCalled = [], about }) => ({
      label,
      more: [description, ...alsoCalled],
      about: [about],
    }),
  )
}

/** Returns the sections of the settings as entries. */
export function sectionEntries(t: TFunction): PaletteEntry[] {
  return settingsSections.map((section) => ({
    id: `section ${section}`,
    icon: Settings,
    label: t('app.palette.settingsSection', { section: t(`settings.sections.${section}`) }),
    alsoCalled: [t(`settings.sections.${section}`), ...synonymsOf('sections', section, t)],
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
      const hintKey = settingHints[id]
      const about = hintKey && t(hintKey)
      const synonyms = synonymsOf('settings', id, t)
      if (setting.choice) {
        const named = { id, title, section, about, synonyms }
        return valueEntries(setting.choice, named, { ...context, preferences })
      }
      return {
        id: `setting ${id}`,
        icon: Settings,
        label: title,
        description: section,
        alsoCalled: synonyms,
        about,
        leads: true,
        run: () => showSettings({ section: setting.section, setting: id }),
      }
    })
}

interface NamedSetting {
  id: string
  title: string
  section: string
  about: string | undefined
  synonyms: readonly string[]
}

function valueEntries(
  choice: Choice,
  { id, title, section, about, synonyms }: NamedSetting,
  context: PaletteContext & { preferences: Preferences },
): PaletteEntry[] {
  const current = choice.valueOf(context.preferences)
  return choice.options(context).map(({ value, label, description, alsoCalled = [] }) => ({
    id: `setting ${id} ${value}`,
    icon: Settings,
    label: context.t('app.palette.settingValue', { setting: title, value: label }),
    description: description ?? section,
    alsoCalled: [label, ...alsoCalled, section, ...synonyms],
    about,
    isCurrent: value === current,
    ...(choice.onlyByTitle && { onlyWith: [title, ...synonyms].join(' ') }),
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
