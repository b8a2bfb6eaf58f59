import { useAtomValue } from 'jotai'
import { useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogEntry } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { saveText } from '../../core/saveText.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { installedPluginsAtom } from '../installedPlugins.ts'
import type { LogFilter } from './logFilter.ts'
import { LogList } from './LogList.tsx'
import { readWholeLog } from './readWholeLog.ts'

const outcomes: Readonly<Record<string, readonly LogEntry['verdict'][] | undefined>> = {
  all: undefined,
  done: ['done'],
  stopped: ['refused', 'denied'],
  failed: ['failed', 'stopped'],
}
const outcomeNames = ['all', 'done', 'stopped', 'failed'] as const

/** Shows what all plugins did and what was refused, with filters. */
export function ActivityPanel(): ReactNode {
  const { t } = useTranslation()
  const installed = useAtomValue(installedPluginsAtom) ?? []
  const [pluginId, setPluginId] = useState('')
  const [outcome, setOutcome] = useState<(typeof outcomeNames)[number]>('all')
  const [asking, setAsking] = useState(false)
  /** Counts the times that the log was emptied, each of which begins a new list. */
  const [cleared, setCleared] = useState(0)
  const [text, setText] = useState('')
  const searched = useDeferredValue(text)
  const filter: LogFilter = {
    pluginId: pluginId || undefined,
    verdicts: outcomes[outcome],
    text: searched,
  }
  const exportLog = async (): Promise<void> => {
    const entries = await readWholeLog(filter)
    saveText('plugins.jsonl', entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  }
  return (
    <div className="space-y-4">
      <p className="text-sm text-muted">{t('plugins.log.intro')}</p>
      <SearchField
        label={t('plugins.log.search')}
        clearLabel={t('plugins.log.clearSearch')}
        query={text}
        onQueryChange={setText}
        maxLength={200}
        className="bg-control"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={t('plugins.log.plugin')}
          value={pluginId}
          options={[
            { value: '', label: t('plugins.log.allPlugins') },
            ...installed.map(({ id, sheet }) => ({ value: id, label: visibleText(sheet.title) })),
          ]}
          onValueChange={setPluginId}
        />
        <Select
          label={t('plugins.log.outcome')}
          value={outcome}
          options={outcomeNames.map((value) => ({
            value,
            label: t(`plugins.log.outcomes.${value}`),
          }))}
          onValueChange={setOutcome}
        />
        <div className="ms-auto flex gap-2">
          <Button size="small" onClick={() => attempt(exportLog())}>
            {t('plugins.log.export')}
          </Button>
          <Button
            size="small"
            variant="quiet"
            className="flush-end"
            onClick={() => setAsking(true)}
          >
            {t('plugins.log.clear')}
          </Button>
        </div>
      </div>
      <LogList key={JSON.stringify([filter, cleared])} filter={filter} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('plugins.log.clearTitle')}
        description={t('plugins.log.clearDescription')}
        confirmLabel={t('plugins.log.clearConfirm')}
        cancelLabel={t('app.cancel')}
        onConfirm={() =>
          attempt(api.plugins.clearLog({}).then(() => setCleared((count) => count + 1)))
        }
      />
    </div>
  )
}
