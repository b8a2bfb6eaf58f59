import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { formatList } from '../../ui/formatList.ts'
import { shownEncodingAtom } from './shownEncoding.ts'

/** Tells what of a source was not read, and so is not found, or may have been read wrong. */
export function SourceOmissions({ source }: { source: Source }): ReactNode {
  const { t, i18n } = useTranslation()
  const { omissions, status } = source
  if (omissions.length === 0 || status.state === 'skipped') return null
  const names = omissions.flatMap(({ reason, count }) =>
    reason === 'unsureEncoding'
      ? []
      : [t(`knowledge.omissions.${reason}`, { amount: formatNumber(i18n.language, count) })],
  )
  return (
    <>
      {names.length > 0 && (
        <p className="text-xs text-pretty text-muted">
          {t('knowledge.omissions.title', { list: formatList(i18n.language, names) })}
        </p>
      )}
      {names.length < omissions.length && <UnsureEncoding source={source} />}
    </>
  )
}

function UnsureEncoding({ source }: { source: Source }): ReactNode {
  const { t } = useTranslation()
  const show = useSetAtom(shownEncodingAtom)
  return (
    <p className="text-xs text-pretty text-muted">
      {t('knowledge.encoding.unsure')}{' '}
      <button
        type="button"
        onClick={() => show(source)}
        className="rounded-sm font-medium text-accent-ink hover:underline"
      >
        {t('knowledge.encoding.choose')}
      </button>
    </p>
  )
}
