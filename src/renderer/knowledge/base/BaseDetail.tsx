import { Tabs } from '@base-ui/react/tabs'
import { useAtom } from 'jotai'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatBytes } from '../../ui/formatAmount.ts'
import { AddSources } from '../adding/AddSources.tsx'
import { baseTabs, knowledgeViewAtom } from '../knowledgeView.ts'
import type { BaseTab } from '../knowledgeView.ts'
import { SourcesTab } from '../sources/SourcesTab.tsx'
import { BaseMenu } from './BaseMenu.tsx'
import { BaseNotes } from './BaseNotes.tsx'
import { BaseSettings } from './BaseSettings.tsx'
import { sourceCount } from './sourceCount.ts'

interface BaseDetailProps {
  base: Base
  onAsk: () => void
}

/** Shows a base: what is in it, a search to try it, and its settings. */
export function BaseDetail({ base, onAsk }: BaseDetailProps): ReactNode {
  const { t } = useTranslation()
  const [view, setView] = useAtom(knowledgeViewAtom)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const tab = view.tab ?? 'sources'
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next: BaseTab) => setView((known) => ({ ...known, tab: next }))}
      ref={setScroller}
      className="min-h-0 flex-1 [scrollbar-gutter:stable] overflow-y-auto px-5 py-6 md:px-8"
    >
      <div className="mx-auto max-w-3xl space-y-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="min-w-40 flex-1">
            <h2 dir="auto" className="own-direction text-lg font-semibold break-words">
              {base.name}
            </h2>
            <BaseFacts base={base} />
          </div>
          <div className="flex items-center gap-2">
            <Button onClick={onAsk}>{t('knowledge.askBase')}</Button>
            <AddSources base={base} />
            <BaseMenu base={base} />
          </div>
        </div>
        <BaseNotes base={base} />
        <Tabs.List className="flex gap-1 border-b border-line">
          {baseTabs.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              className="pressable -mb-px min-h-8 border-b-2 border-transparent px-2.5 text-sm text-muted hover:text-ink data-active:border-accent data-active:text-ink"
            >
              {t(`knowledge.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="sources" className="rounded-sm">
          <SourcesTab base={base} scroller={scroller} />
        </Tabs.Panel>
        <Tabs.Panel value="settings" className="rounded-sm">
          <BaseSettings base={base} />
        </Tabs.Panel>
      </div>
    </Tabs.Root>
  )
}

/** Says how much is in the base, and how it is searched. */
function BaseFacts({ base }: { base: Base }): ReactNode {
  const { t, i18n } = useTranslation()
  const findsMeaning = base.space !== null || base.hosted?.state === 'ready'
  const facts = [
    t('knowledge.facts.sources', { count: sourceCount(base) }),
    t('knowledge.facts.passages', { count: base.passages }),
    formatBytes(i18n.language, base.sizeBytes),
    t(findsMeaning ? 'knowledge.facts.vectors' : 'knowledge.facts.words'),
  ]
  return <p className="text-sm text-muted tabular-nums">{facts.join(' · ')}</p>
}
