import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../../shared/models.ts'
import type { ProviderState } from '../../../shared/providers.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { providersAtom } from '../../core/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber } from '../../ui/formatAmount.ts'
import type { TokenCount } from './useTokenCount.ts'

interface ExactCountProps {
  count: TokenCount
  model: ModelReference | null
}

/** Says where a number of tokens is from, and has the service count: only this sends the draft. */
export function ExactCount({ count, model }: ExactCountProps): ReactNode {
  const { t, i18n } = useTranslation()
  const provider = useAtomValue(providersAtom)?.find(({ id }) => id === model?.providerId)
  const { exact, canCount, countedTokens, countExactly, task } = count
  const name = provider?.name ?? ''
  const isReported = countedTokens > 0 && name !== ''
  const formatted = formatNumber(i18n.language, countedTokens)
  if (exact) {
    return (
      <p className="text-pretty text-muted">
        {t('chat.tokens.counted', { name })} {t('chat.tokens.partsEstimated')}
      </p>
    )
  }
  return (
    <>
      <p className="text-pretty text-muted">
        {isReported ? t('chat.tokens.reported', { formatted, name }) : t('chat.tokens.estimated')}
      </p>
      {canCount && provider && (
        <>
          <p className="text-pretty text-muted">
            {t('chat.tokens.countHint', { to: nameRecipient(provider) })}
          </p>
          <Button
            size="small"
            className="self-start"
            busy={task.running}
            disabled={countExactly === null}
            onClick={() => countExactly?.()}
          >
            {t('chat.tokens.countExactly')}
          </Button>
        </>
      )}
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
    </>
  )
}

/** Returns a provider's name, with the host that gets what is sent. */
function nameRecipient({ name, baseUrl, aws }: ProviderState): string {
  const host = URL.parse(baseUrl.replaceAll('{region}', aws?.region ?? ''))?.host ?? ''
  return host === '' ? name : `${name} (${host})`
}
