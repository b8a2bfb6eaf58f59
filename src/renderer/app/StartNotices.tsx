import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showErrorToast } from '../ui/layers/Toast.tsx'
import { api } from '../core/bridge.ts'
import { errorText } from '../core/errorText.ts'
import { attempt } from '../core/failures.ts'
import { infoAtom } from '../core/store.ts'

/** Shows once, as persistent toasts, which problems at the start were solved. */
export function StartNotices(): null {
  const { t } = useTranslation()
  const notices = useAtomValue(infoAtom)?.notices
  const shown = useRef(false)
  useEffect(() => {
    if (!notices || shown.current) return
    shown.current = true
    for (const notice of notices) {
      const { sentence, action, actionLabel } = errorText(t, notice)
      const opensFolder = action === 'showDataFolder' && actionLabel !== null
      showErrorToast(sentence, {
        milliseconds: Infinity,
        ...(opensFolder && {
          action: { label: actionLabel, run: () => attempt(api.app.showDataFolder({})) },
        }),
      })
    }
  }, [notices, t])
  return null
}
