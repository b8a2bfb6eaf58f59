import { Tabs } from '@base-ui/react/tabs'
import { useAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { maxQueryLength } from '../../shared/limits.ts'
import { settingsSections, settingsTargetAtom } from '../core/settingsTarget.ts'
import type { SettingsSection } from '../core/settingsTarget.ts'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { useEscape } from '../ui/layers/useEscape.ts'
import type { SettingResult } from './SettingResult.ts'
import { SettingResults } from './SettingResults.tsx'

interface SettingsViewProps {
  /** The content of each section; this view does not know the features behind it. */
  panels: Record<SettingsSection, ReactNode>
  /** Returns the settings that match a query, the best first. */
  search: (query: string) => SettingResult[]
  /** The search field, for callers that focus it. */
  searchField: RefObject<HTMLInputElement | null>
}

export function SettingsView({ panels, search, searchField }: SettingsViewProps): ReactNode {
  const { t } = useTranslation()
  const [target, setTarget] = useAtom(settingsTargetAtom)
  const [query, setQuery] = useState('')
  const tabs = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isSearching = query.trim() !== ''
  const results = useMemo(() => (isSearching ? search(query) : []), [isSearching, search, query])
  // A link to a setting, such as one of the palette, leads out of the search.
  const [searchedTarget, setSearchedTarget] = useState(target)
  if (searchedTarget !== target) {
    setSearchedTarget(target)
    setQuery('')
  }
  const clear = (): void => {
    setQuery('')
    searchField.current?.focus()
  }
  useEscape(isSearching ? clear : undefined)
  useEffect(() => {
    content.current?.scrollTo(0, 0)
  }, [query])

  const open = (result: SettingResult): void => {
    flushSync(() => {
      setQuery('')
      result.open()
    })
    // A setting takes the focus itself; of a section, its tab has it.
    if (result.section !== undefined) return
    tabs.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || !isSearching) return
    const [first] = results
    if (event.key === 'Enter' && first) open(first)
    else if (event.key === 'ArrowDown') content.current?.querySelector('button')?.focus()
    else return
    event.preventDefault()
  }
  return (
    <Tabs.Root
      value={target.section}
      onValueChange={(section: SettingsSection) => setTarget({ section })}
      orientation="vertical"
      className="@container h-full"
    >
      <div className="flex h-full flex-col @3xl:flex-row">
        <div className="shrink-0 bg-sunken px-3 pt-3 select-none @3xl:w-56 @3xl:pt-5">
          <h1 className="px-2.5 pb-2 text-base font-semibold">{t('settings.title')}</h1>
          <div className="pb-2">
            <SearchField
              ref={searchField}
              label={t('settings.search.label')}
              clearLabel={t('settings.search.clear')}
              maxLength={maxQueryLength}
              query={query}
              onQueryChange={setQuery}
              onKeyDown={onKeyDown}
              className="bg-control"
            />
          </div>
          <Tabs.List ref={tabs} className="flex flex-wrap gap-1 pb-3 @3xl:flex-col">
            {settingsSections.map((section) => (
              <Tabs.Tab
                key={section}
                value={section}
                onClick={() => setQuery('')}
                className="pressable min-h-8 rounded-lg px-2.5 text-start text-sm text-muted hover:bg-hover data-active:bg-selected data-active:text-ink"
              >
                {t(`settings.sections.${section}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </div>
        {isSearching && (
          <section ref={content} aria-label={t('settings.search.results')} className={panelClass}>
            <div className="mx-auto max-w-2xl">
              <SettingResults
                query={query.trim()}
                results={results}
                onOpen={open}
                onLeave={() => searchField.current?.focus()}
              />
            </div>
          </section>
        )}
        {settingsSections.map((section) => (
          <Tabs.Panel
            key={section}
            value={section}
            {...(isSearching && { hidden: true })}
            className={panelClass}
          >
            <div className="mx-auto max-w-2xl">
              <h2 className="pb-3 text-lg font-semibold">{t(`settings.sections.${section}`)}</h2>
              {panels[section]}
            </div>
          </Tabs.Panel>
        ))}
      </div>
    </Tabs.Root>
  )
}

const panelClass =
  'relative min-h-0 flex-1 [scrollbar-gutter:stable] overflow-y-auto px-5 py-6 outline-offset-[-2px] @3xl:px-8'
