import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Says how many entries of a server's list Parley leaves out; nothing for none. */
export function LeftOut({ count }: { count: number }): ReactNode {
  const { t } = useTranslation()
  if (count === 0) return null
  return t('plugins.leftOut', { count })
}
