import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolGrant } from '../../shared/plugins/tools.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { ownToolTitle } from '../core/ownToolTitle.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Facts } from '../ui/layout/Facts.tsx'
import { formatDateTime } from '../ui/formatAmount.ts'
import { SettingGroup } from './SettingGroup.tsx'

/** Lists the permissions for more than one call, each with a button that takes it back. */
export function ToolPermissions(): ReactNode {
  const { t } = useTranslation()
  const grants = useGrants()
  if (grants.length === 0) return null
  return (
    <SettingGroup title={t('settings.permissions.title')}>
      {grants.map((grant) => (
        <Permission key={grant.id} grant={grant} />
      ))}
    </SettingGroup>
  )
}

function Permission({ grant }: { grant: ToolGrant }): ReactNode {
  const { t, i18n } = useTranslation()
  const { id, lasts, tool, pluginTitle, destination, chatTitle, fixed, createdAt } = grant
  const title = (pluginTitle === '' ? ownToolTitle(t, tool) : undefined) ?? grant.title
  const facts = [
    pluginTitle,
    destination ?? '',
    chatTitle,
    formatDateTime(i18n.language, createdAt),
  ]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-40 flex-1">
        <h3 className="text-sm font-medium break-words">
          <bdi>{title}</bdi> – {t(`settings.permissions.${lasts}`)}
        </h3>
        <p className="text-sm break-words text-muted">
          <Facts facts={facts} />
        </p>
        {fixed.map(({ name, value }) => (
          <p key={name} className="font-mono text-xs break-all text-muted">
            <bdi>{`${name}: ${value.slice(0, 200)}`}</bdi>
          </p>
        ))}
      </div>
      <Button size="small" onClick={() => attempt(api.tools.revokeGrant({ id }))}>
        {t('settings.permissions.revoke')} <span className="sr-only">{title}</span>
      </Button>
    </div>
  )
}

function useGrants(): readonly ToolGrant[] {
  const [grants, setGrants] = useState<readonly ToolGrant[]>([])
  useEffect(() => {
    attempt(api.tools.grants({}).then(setGrants))
    return api.tools.grantsChanged(setGrants)
  }, [])
  return grants
}
