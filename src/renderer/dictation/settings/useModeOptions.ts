import { useTranslation } from 'react-i18next'
import type { CleanUpMode } from '../../../shared/dictation.ts'
import type { SelectOption } from '../../ui/Select.tsx'
import { everyOf } from '../../core/everyOf.ts'

const modes = everyOf<CleanUpMode>({ none: true, plain: true, mail: true, code: true, notes: true })

export function useModeOptions(): SelectOption<CleanUpMode>[] {
  const { t } = useTranslation()
  return modes.map((value) => ({ value, label: t(`dictation.settings.modes.${value}`) }))
}
