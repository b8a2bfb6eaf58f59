import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxFontSize, minFontSize } from '../../shared/limits.ts'
import { formatPixels } from '../ui/formatAmount.ts'
import { RangeField } from '../ui/controls/RangeField.tsx'
import { SettingRow } from './SettingRow.tsx'

interface FontSizeSettingProps {
  fontSize: number
  onChange: (fontSize: number) => void
}

/**
 * Edits the font size. Only a sample changes until the user releases the slider, so that nothing
 * moves under the pointer.
 */
export function FontSizeSetting({ fontSize, onChange }: FontSizeSettingProps): ReactNode {
  const { t, i18n } = useTranslation()
  const [drawn, setDrawn] = useState(fontSize)
  return (
    <div>
      <SettingRow setting="fontSize">
        <RangeField
          label={t('settings.fontSize.title')}
          value={drawn}
          minimum={minFontSize}
          maximum={maxFontSize}
          format={(pixels) => formatPixels(i18n.language, pixels)}
          onValueChange={setDrawn}
          onValueCommitted={onChange}
        />
      </SettingRow>
      <p
        style={{ fontSize: `${drawn}px` }}
        className="mb-3 min-h-20 rounded-xl bg-sunken px-4 py-3 leading-relaxed text-muted"
      >
        {t('settings.fontSize.sample')}
      </p>
    </div>
  )
}
