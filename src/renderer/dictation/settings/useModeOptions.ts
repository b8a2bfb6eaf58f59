import { useTranslation } from 'react-i18next'
import type { CleanUpMode } from '../../../shared/speech/dictation.ts'
import type { SelectOption } from '../../ui/controls/Select.tsx'
import { everyOf } from '../../core/everyOf.ts'

const modes = everyOf<CleanUpMode>({ none: true, plain: true, mail: true, code: true, notes: true })

export function useModeOptions(): SelectOption<CleanUpMode>[] {
  const { t } = useTranslation()
  return modes.map((value) => ({ value, label: t(`dictation.settings.modes.${value}`) }))
}
