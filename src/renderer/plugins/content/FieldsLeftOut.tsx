import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Says how many fields of a prompt or a template are not asked for; nothing for none. */
export function FieldsLeftOut({ count }: { count: number }): ReactNode {
  const { t } = useTranslation()
  if (count === 0) return null
  return <p className="text-sm text-pretty text-muted">{t('plugins.fieldsLeftOut', { count })}</p>
}
