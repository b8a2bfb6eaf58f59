import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/controls/Button.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { argumentLabel } from './argumentLabel.ts'

interface ApprovalScopesProps {
  /** The names of the arguments. */
  names: readonly string[]
  /** The tool's name, if it may be allowed for ever. */
  alwaysName: string | undefined
  disabled: boolean
  /** Gets the names of those that may change. */
  onArguments: (free: string[]) => void
  onAlways: () => void
}

/** Offers permissions that last: with these arguments, or for this exact tool. */
export function ApprovalScopes(props: ApprovalScopesProps): ReactNode {
  const { names, alwaysName, disabled, onArguments, onAlways } = props
  const { t } = useTranslation()
  const legendId = useId()
  const [free, setFree] = useState<ReadonlySet<string>>(new Set())
  const toggle = (name: string): void => {
    const next = new Set(free)
    if (!next.delete(name)) next.add(name)
    setFree(next)
  }
  if (names.length === 0 && alwaysName === undefined) return null
  return (
    <Disclosure title={t('chat.approval.longer')}>
      <div className="space-y-3">
        {names.length > 0 && (
          <fieldset aria-labelledby={legendId} className="space-y-1.5">
            <p id={legendId} className="text-muted">
              {t('chat.approval.fixed')}
            </p>
            <div className="flex flex-wrap gap-x-4 gap-y-1">
              {names.map((name) => (
                <label key={name} className="inline-flex items-center gap-2">
                  <input
                    type="checkbox"
                    className="accent-accent"
                    checked={!free.has(name)}
                    onChange={() => toggle(name)}
                  />
                  <bdi className="break-all">{argumentLabel(name)}</bdi>
                </label>
              ))}
            </div>
            <Button size="small" disabled={disabled} onClick={() => onArguments([...free])}>
              {t('chat.approval.arguments')}
            </Button>
          </fieldset>
        )}
        {alwaysName !== undefined && (
          <div className="space-y-1.5">
            <p className="text-muted">{t('chat.approval.alwaysNote', { name: alwaysName })}</p>
            <Button size="small" disabled={disabled} onClick={onAlways}>
              {t('chat.approval.always')}
            </Button>
          </div>
        )}
      </div>
    </Disclosure>
  )
}
