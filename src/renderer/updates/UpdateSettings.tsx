import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UpdateState } from '../../shared/updates.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { attempt } from '../core/failures.ts'
import { MarkdownText } from '../core/MarkdownText.tsx'
import { SwitchSetting } from '../settings/ChoiceSetting.tsx'
import { SettingGroup } from '../settings/SettingGroup.tsx'
import { SettingRow } from '../settings/SettingRow.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { formatDateTime, formatPercentage } from '../ui/formatAmount.ts'
import { Disclosure } from '../ui/layout/Disclosure.tsx'
import { ProgressBar } from '../ui/status/ProgressBar.tsx'

/** Shows where new versions come from, what is known of the newest, and what is new in it. */
export function UpdateSettings(): ReactNode {
  const { t } = useTranslation()
  const state = useUpdateState()
  if (!state) return null
  const { source, phase, version, notes, progress, failure } = state
  const isOwn = source === 'channel'
  return (
    <SettingGroup title={t('settings.updates.title')}>
      <SettingRow setting="newestVersion" description={<UpdateStatus state={state} />}>
        {isOwn && phase !== 'downloading' && <UpdateButton state={state} />}
      </SettingRow>
      {progress !== null && <Progress fraction={progress} version={version ?? ''} />}
      {failure && (
        <div className="py-2">
          <ErrorAlert
            error={failure.error}
            since={failure.at}
            onAction={() => attempt(phase === 'ready' ? install() : check())}
          />
        </div>
      )}
      {notes !== '' && version !== null && (
        <Disclosure title={t('settings.updates.whatsNew', { version })}>
          <div className="pb-3">
            <MarkdownText text={notes} streaming={false} withoutPreviews />
          </div>
        </Disclosure>
      )}
      {isOwn && <SwitchSetting setting="automaticUpdates" />}
    </SettingGroup>
  )
}

const check = (): Promise<UpdateState> => api.updates.check({})
const install = (): Promise<UpdateState> => api.updates.install({})

function UpdateStatus({ state }: { state: UpdateState }): ReactNode {
  const { t, i18n } = useTranslation()
  const { source, phase, checkedAt, failure } = state
  if (source !== 'channel') return t(`settings.updates.sources.${source}`)
  const shown = phase === 'idle' && failure ? 'failed' : phase
  const text = t(`settings.updates.phases.${shown}`, { version: state.version ?? '' })
  return (
    <>
      <span role="status" className="block">
        {text}
      </span>
      {checkedAt !== null && phase !== 'downloading' && (
        <span className="block">
          {t('settings.updates.checkedAt', { time: formatDateTime(i18n.language, checkedAt) })}
        </span>
      )}
    </>
  )
}

function Progress({ fraction, version }: { fraction: number; version: string }): ReactNode {
  const { t, i18n } = useTranslation()
  return (
    <div className="py-3">
      <ProgressBar
        label={t('settings.updates.phases.downloading', { version })}
        fraction={fraction}
        valueText={formatPercentage(i18n.language, fraction)}
      />
    </div>
  )
}

function UpdateButton({ state: { phase } }: { state: UpdateState }): ReactNode {
  const { t } = useTranslation()
  if (phase === 'ready' || phase === 'installing') {
    return (
      <Button variant="primary" busy={phase === 'installing'} onClick={() => attempt(install())}>
        {t('settings.updates.install')}
      </Button>
    )
  }
  return (
    <Button busy={phase === 'checking'} onClick={() => attempt(check())}>
      {t('settings.updates.check')}
    </Button>
  )
}

/** Returns main's state of the updates; undefined until its first answer. */
function useUpdateState(): UpdateState | undefined {
  const [state, setState] = useState<UpdateState>()
  useEffect(() => {
    const stop = api.updates.changed(setState)
    // A change that arrives first is newer.
    attempt(api.updates.state({}).then((first) => setState((told) => told ?? first)))
    return stop
  }, [])
  return state
}
