import { useAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsTargetAtom } from '../core/settingsTarget.ts'
import { settingHints } from './settingHints.ts'
import { settingsTable } from './settingsTable.ts'
import type { SettingId } from './settingsTable.ts'

interface SettingRowProps {
  setting: SettingId
  /** Takes the place of the setting's own hint. */
  description?: ReactNode
  children: ReactNode
}

/**
 * Shows a setting: its title at the start and its control at the end, or below it in a narrow
 * window.
 */
export function SettingRow({ setting, description, children }: SettingRowProps): ReactNode {
  const { t } = useTranslation()
  const row = useSettingTarget(setting)
  const hintKey = settingHints[setting]
  const hint = description ?? (hintKey && t(hintKey))
  return (
    <div
      ref={row}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg py-3"
    >
      <div className="min-w-40 flex-1">
        <h3 className="text-sm font-medium">{t(settingsTable[setting].titleKey)}</h3>
        {hint && <p className="text-sm text-pretty text-muted">{hint}</p>}
      </div>
      <div className="flex max-w-full min-w-0 justify-end">{children}</div>
    </div>
  )
}

interface SettingBlockProps {
  setting: SettingId
  className?: string
  children: ReactNode
}

/** Shows a setting with a layout of its own. */
export function SettingBlock({ setting, className, children }: SettingBlockProps): ReactNode {
  return (
    <div ref={useSettingTarget(setting)} tabIndex={-1} className={className}>
      {children}
    </div>
  )
}

const controls =
  'button, input:not([type=hidden]):not([aria-hidden=true]), textarea, [role=switch], [role=slider]'

/** Focuses the element when the setting is the requested one. */
function useSettingTarget(setting: SettingId): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const [target, setTarget] = useAtom(settingsTargetAtom)
  const isTarget = target.setting === setting
  useEffect(() => {
    const row = element.current
    if (!isTarget || !row) return
    row.scrollIntoView({ block: 'center' })
    const control = row.querySelector<HTMLElement>(controls) ?? row
    control.focus({ preventScroll: true })
    setTarget(({ setting: _reached, ...others }) => others)
  }, [isTarget, setTarget])
  return element
}
