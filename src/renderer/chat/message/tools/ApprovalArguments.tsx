import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isChanged } from './argumentFields.ts'
import type { ArgumentField } from './argumentFields.ts'
import { LongText } from '../../../core/LongText.tsx'
import { argumentLabel } from './argumentLabel.ts'

/** Little, so that a long argument does not push the next ones out of sight. */
const shownLength = 400

interface ApprovalArgumentsProps {
  fields: readonly ArgumentField[]
  /** The pieces to mark: they were copied from what the model has read. */
  copied?: readonly string[]
}

const nothingCopied: readonly string[] = []

/** Shows what a tool would get, and what of it differs from the last call that was allowed. */
export function ApprovalArguments(props: ApprovalArgumentsProps): ReactNode {
  const { fields, copied = nothingCopied } = props
  const { t } = useTranslation()
  if (fields.length === 0) return <p className="text-muted">{t('chat.approval.nothing')}</p>
  return (
    <dl
      aria-label={t('chat.tool.arguments')}
      className="selectable grid grid-cols-[minmax(4rem,auto)_1fr] gap-x-4 gap-y-2"
    >
      {fields.map((field) => (
        <div key={field.name ?? ''} className="contents">
          <dt className="text-muted">
            {field.name !== null && <bdi>{argumentLabel(field.name)}</bdi>}
          </dt>
          <dd className="own-direction min-w-0">
            <FieldValue field={field} copied={copied} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface FieldValueProps {
  field: ArgumentField
  copied: readonly string[]
}

function FieldValue({ field, copied }: FieldValueProps): ReactNode {
  const { t } = useTranslation()
  const { name, value, before } = field
  const label = name === null ? t('chat.tool.arguments') : argumentLabel(name)
  return (
    <>
      {value !== null && (
        <LongText text={value} label={label} shownLength={shownLength} marked={copied} />
      )}
      {isChanged(field) && (
        <div className="mt-1 border-s-2 border-accent ps-2 text-muted">
          <p className="text-xs">
            {value === null ? t('chat.approval.diff.gone') : t(diffKey(before))}
          </p>
          {typeof before === 'string' && (
            <LongText
              text={before}
              label={t('chat.approval.diff.before', { name: label })}
              shownLength={shownLength}
            />
          )}
        </div>
      )}
    </>
  )
}

function diffKey(before: string | null | undefined) {
  return typeof before === 'string' ? 'chat.approval.diff.changed' : 'chat.approval.diff.added'
}
