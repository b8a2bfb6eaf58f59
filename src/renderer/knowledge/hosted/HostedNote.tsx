import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import type { HostedBase } from '../../../shared/knowledge/knowledgeHosted.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ApprovalDialog } from './ApprovalDialog.tsx'
import { useProviderName } from './useHosts.ts'

interface HostedNoteProps {
  base: Base
  hosted: HostedBase
}

/** Says what has not left this computer yet, or is no longer searchable, and offers to send it. */
export function HostedNote({ base, hosted }: HostedNoteProps): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const provider = useProviderName(hosted.providerId)
  const hasExpired = hosted.state === 'expired'
  if (!hasExpired && hosted.unapproved === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-sunken px-3.5 py-2.5 text-sm forced-colors:border">
      <p className="min-w-40 flex-1 text-pretty">
        {hasExpired
          ? t('knowledge.hosted.expired', { provider })
          : t('knowledge.hosted.waiting', { provider, count: hosted.unapproved })}
      </p>
      <Button size="small" onClick={() => setAsking(true)}>
        {t(hasExpired ? 'knowledge.hosted.renew' : 'knowledge.hosted.review')}
      </Button>
      <ApprovalDialog
        base={base}
        hosted={hosted}
        provider={provider}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
