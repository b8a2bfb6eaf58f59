import { useTranslation } from 'react-i18next'
import type { CleanUpMode } from '../../../shared/dictation.ts'
import type { SelectOption } from '../../ui/Select.tsx'

const modes: readonly CleanUpMode[] = ['none', 'plain', 'mail', 'code', 'notes']

export function useModeOptions(): SelectOption<CleanUpMode>[] {
  const { t } = useTranslation()
  return modes.map((value) => ({ value, label: t(`dictation.settings.modes.${value}`) }))
}
