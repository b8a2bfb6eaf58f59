import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import type { ExpiryDays, HostedBase } from '../../../shared/knowledge/knowledgeHosted.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldRow } from '../../ui/forms/FieldRow.tsx'
import { dateFormat, formatBytes, formatDollars, formatNumber } from '../../ui/formatAmount.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import { putBase } from '../bases.ts'
import { ExpiryField } from './ExpiryField.tsx'
import { HostedFilesDialog } from './HostedFilesDialog.tsx'
import { useProviderName } from './useHosts.ts'

interface HostedSettingsProps {
  base: Base
  hosted: HostedBase
}

/** Shows what lies at a service for a base, what it costs, and how long it stays. */
export function HostedSettings({ base, hosted }: HostedSettingsProps): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const [listing, setListing] = useState(false)
  const { id: baseId } = base
  const provider = useProviderName(hosted.providerId)
  const setExpiry = (expiryDays: ExpiryDays): void =>
    void task.run(async () => putBase(await api.knowledge.setHostedExpiry({ baseId, expiryDays })))
  const setApprovesAll = (approvesAll: boolean): void =>
    void task.run(async () =>
      putBase(await api.knowledge.approveHosted({ baseId, until: 0, approvesAll })),
    )
  const later = t('knowledge.hosted.later')
  return (
    <div className="space-y-5">
      <p className="text-sm text-pretty text-muted">{t('knowledge.hosted.hint', { provider })}</p>
      <ExpiryField days={hosted.expiryDays} onChoose={setExpiry} />
      {/* To begin with it is asked for where the documents are named. */}
      {hosted.approvesAll && (
        <FieldRow label={later}>
          <Switch
            label={later}
            labelHidden
            checked={hosted.approvesAll}
            onCheckedChange={setApprovesAll}
          />
        </FieldRow>
      )}
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
      <FieldRow label={t('knowledge.hosted.files')} hint={<HostedFacts hosted={hosted} />}>
        <Button size="small" onClick={() => setListing(true)}>
          {t('knowledge.hosted.show')}
        </Button>
      </FieldRow>
      <HostedFilesDialog
        baseId={baseId}
        provider={provider}
        open={listing}
        onClose={() => setListing(false)}
      />
    </div>
  )
}

function HostedFacts({ hosted }: { hosted: HostedBase }): ReactNode {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { files, usageBytes, dollarsPerDay, expiresAt } = hosted
  const price =
    dollarsPerDay !== null &&
    formatDollars(language, dollarsPerDay, { maximumSignificantDigits: 2 })
  const facts = [
    formatNumber(language, files),
    formatBytes(language, usageBytes),
    price && t('knowledge.hosted.cost', { price }),
    expiresAt !== null &&
      t('knowledge.hosted.expires', {
        date: dateFormat(language, { dateStyle: 'medium' }).format(expiresAt),
      }),
  ]
  return facts.filter((fact) => typeof fact === 'string').join(' · ')
}
