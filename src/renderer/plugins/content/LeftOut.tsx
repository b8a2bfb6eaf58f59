import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface LeftOutProps {
  count: number
  /** Whether the list had no end and was cut. */
  isCut: boolean
}

/** Says how many entries of a server's list Parley leaves out, and if it was cut; else nothing. */
export function LeftOut({ count, isCut }: LeftOutProps): ReactNode {
  const { t } = useTranslation()
  return [
    ...(count > 0 ? [t('plugins.leftOut', { count })] : []),
    ...(isCut ? [t('plugins.listCut')] : []),
  ].join(' ')
}
