import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DoctorFinding } from '../../../shared/providers.ts'
import { Button } from '../../ui/controls/Button.tsx'

export type Fix = NonNullable<DoctorFinding['fix']>

interface FixButtonProps {
  fix: Fix
  /** Whether it is too early to try again. */
  waiting: boolean
  onFix: () => void
}

/** Shows the button that solves a failed step's problem. */
export function FixButton({ fix, waiting, onFix }: FixButtonProps): ReactNode {
  const { t } = useTranslation()
  return (
    <Button size="small" disabled={fix.kind === 'wait' && waiting} onClick={onFix}>
      <span className="min-w-0 [overflow-wrap:anywhere]">{labelOf(t, fix)}</span>
    </Button>
  )
}

function labelOf(translate: TFunction, { kind, value }: Fix): string {
  if (kind === 'useAddress' && value) {
    return translate('providers.doctor.fixes.useAddress', { address: value })
  }
  if (kind === 'fetchModel' && value) {
    return translate('providers.doctor.fixes.fetchNamed', { name: value })
  }
  return translate(`providers.doctor.fixes.${kind === 'useAddress' ? 'changeAddress' : kind}`)
}
