import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import type { HostedBase } from '../../../shared/knowledge/knowledgeHosted.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { formatBytes, formatDays, formatNumber } from '../../ui/formatAmount.ts'
import { RowList } from '../../ui/layout/RowList.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { putBase } from '../bases.ts'

type Plan = Awaited<ReturnType<typeof api.knowledge.hostedPlan>>

interface ApprovalDialogProps {
  base: Base
  hosted: HostedBase
  provider: string
  open: boolean
  onClose: () => void
}

/** Says which documents go where, and sends them only when the user says so. */
export function ApprovalDialog(props: ApprovalDialogProps): ReactNode {
  const { base, hosted, provider, open, onClose } = props
  const { t, i18n } = useTranslation()
  const { run, running, failure, clear } = useTask()
  const [plan, setPlan] = useState<Plan>()
  const [approvesAll, setApprovesAll] = useState(hosted.approvesAll)
  useEffect(() => {
    if (!open) return
    void run(async () => setPlan(await api.knowledge.hostedPlan({ baseId: base.id })))
    return () => {
      setPlan(undefined)
      clear()
    }
  }, [base.id, open, run, clear])
  const approve = async (): Promise<void> => {
    if (!plan) return
    const { until } = plan
    const approved = await run(() =>
      api.knowledge.approveHosted({ baseId: base.id, until, approvesAll }),
    )
    if (!approved) return
    putBase(approved)
    onClose()
  }
  const hasExpired = hosted.state === 'expired'
  const sends = plan !== undefined && plan.count > 0
  const description =
    sends &&
    t('knowledge.hosted.approveDescription', {
      sources: t('knowledge.facts.sources', { count: plan.count }),
      size: formatBytes(i18n.language, plan.sizeBytes),
      host: plan.host,
      days: formatDays(i18n.language, hosted.expiryDays),
    })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t(hasExpired ? 'knowledge.hosted.renew' : 'knowledge.hosted.approveTitle', {
        provider,
      })}
      description={description || (hasExpired && t('knowledge.hosted.expired', { provider }))}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button variant="primary" disabled={!plan} busy={running} onClick={() => void approve()}>
            {t(hasExpired ? 'knowledge.hosted.renew' : 'knowledge.hosted.approve')}
          </Button>
        </>
      }
    >
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
      {plan ? <PlannedSources plan={plan} /> : !failure && <Skeleton className="h-20 w-full" />}
      <Switch
        label={t('knowledge.hosted.later')}
        checked={approvesAll}
        onCheckedChange={setApprovesAll}
      />
    </Dialog>
  )
}

function PlannedSources({ plan }: { plan: Plan }): ReactNode {
  const { t, i18n } = useTranslation()
  const { sources, count } = plan
  if (count === 0) return null
  return (
    <div className="max-h-60 min-h-0 overflow-y-auto" tabIndex={0}>
      <RowList label={t('knowledge.sources.title')}>
        {sources.map(({ name, sizeBytes }, index) => (
          <li key={index} className="flex items-baseline justify-between gap-3 px-3 py-1.5 text-sm">
            <bdi className="min-w-0 truncate">{visibleText(name)}</bdi>
            <span className="shrink-0 text-xs text-muted tabular-nums">
              {formatBytes(i18n.language, sizeBytes)}
            </span>
          </li>
        ))}
        {count > sources.length && (
          <li className="px-3 py-1.5 text-sm text-muted">
            {t('knowledge.hosted.more', {
              number: formatNumber(i18n.language, count - sources.length),
            })}
          </li>
        )}
      </RowList>
    </div>
  )
}
