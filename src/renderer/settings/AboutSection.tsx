import { useAtomValue } from 'jotai'
import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toWire } from '../../shared/errors.ts'
import { api } from '../core/bridge.ts'
import { errorText } from '../core/errorText.ts'
import { infoAtom } from '../core/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { showErrorToast } from '../ui/layers/Toast.tsx'
import { Notices } from './Notices.tsx'
import { SettingRow } from './SettingRow.tsx'
import { SettingGroup } from './SettingGroup.tsx'

export function AboutSection(): ReactNode {
  const { t } = useTranslation()
  const info = useAtomValue(infoAtom)
  if (!info) return null
  const showDataFolder = (): void => {
    api.app.showDataFolder({}).catch((error: unknown) => {
      showErrorToast(errorText(t, toWire(error)).sentence)
    })
  }
  return (
    <>
      <SettingGroup>
        <SettingRow setting="version">
          <bdi className="text-sm text-muted">{info.version}</bdi>
        </SettingRow>
        <SettingRow setting="runtime">
          <bdi className="text-sm text-muted">{t(`settings.about.runtimes.${info.runtime}`)}</bdi>
        </SettingRow>
        <SettingRow
          setting="dataFolder"
          description={
            <>
              {t('settings.about.dataFolderDescription')}
              <span className="block">
                <bdi className="selectable font-mono text-xs break-all">{info.dataFolder}</bdi>
              </span>
            </>
          }
        >
          <Button icon={<FolderOpen aria-hidden className="size-4" />} onClick={showDataFolder}>
            {t('settings.about.showDataFolder')}
          </Button>
        </SettingRow>
      </SettingGroup>
      <div className="space-y-1">
        <p className="text-sm text-muted">{t('settings.about.licence')}</p>
        <Notices />
      </div>
    </>
  )
}
