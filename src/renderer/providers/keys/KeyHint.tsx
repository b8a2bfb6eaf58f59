import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../../shared/providers.ts'
import { api } from '../../core/bridge.ts'
import { isAboutKey, useFailureStatus } from '../useFailureStatus.ts'
import { KeyCondition } from './KeyCondition.tsx'
import type { KeyRow } from './keyRows.ts'

interface KeyHintProps {
  provider: ProviderState
  row: KeyRow
  keyUrl: string | null
  onRemove: () => void
}

const link = 'rounded-sm text-accent-ink underline underline-offset-2'

/** Shows below a key its state, its storage and a remove button, or where to get a key. */
export function KeyHint({ provider, row, keyUrl, onRemove }: KeyHintProps): ReactNode {
  const { t } = useTranslation()
  const isFirst = row.number === 1
  const isSet = row.source !== 'none'
  const isRefused = isAboutKey(useFailureStatus(provider))
  const { withheldFor } = row
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {row.source !== 'none' && (
        <>
          <KeyCondition row={row} />
          <span>{t(`providers.key.kept.${row.source}`)}</span>
        </>
      )}
      {withheldFor !== null && (
        <span className="font-medium text-ink">
          {t('providers.key.withheld', { origin: withheldFor })}
        </span>
      )}
      {!isSet && isFirst && keyUrl && (
        <button
          type="button"
          className={link}
          onClick={() => void api.app.openExternal({ url: keyUrl })}
        >
          {t('providers.key.get', { name: provider.name })}
        </button>
      )}
      {!isSet &&
        isFirst &&
        !keyUrl &&
        !provider.needsKey &&
        !isRefused &&
        withheldFor === null &&
        t('providers.key.optional')}
      {(isSet || !isFirst || withheldFor !== null) && (
        <button type="button" className={link} onClick={onRemove}>
          {isFirst ? t('providers.key.remove') : t('providers.keys.remove', { number: row.number })}
        </button>
      )}
    </span>
  )
}
