import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HostedLeft as Left } from '../../../shared/knowledge/knowledgeHosted.ts'
import { api } from '../../core/bridge.ts'
import { errorText } from '../../core/errorText.ts'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber } from '../../ui/formatAmount.ts'
import { visibleText } from '../../ui/visibleText.ts'

const maxShown = 5
/** While a base is indexed it changes all the time. */
const pauseMilliseconds = 1000

/** Lists what is still at a service though the user has removed it, and tries again to delete it. */
export function HostedLeft(): ReactNode {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState<readonly Left[]>([])
  const { run, running } = useTask()
  useEffect(() => {
    let timer: number | undefined
    const read = (): void => {
      timer = undefined
      api.knowledge
        .hostedLeft({})
        .then(setAll)
        .catch(() => undefined)
    }
    read()
    const unfollow = api.knowledge.changed(() => {
      timer ??= window.setTimeout(read, pauseMilliseconds)
    })
    return () => {
      window.clearTimeout(timer)
      unfollow()
    }
  }, [])
  // A running deletion, such as of a replaced file, needs nothing from the user.
  const left = all.filter((one) => one.error)
  const error = left[0]?.error
  if (!error) return null
  return (
    <section
      aria-label={t('knowledge.hosted.left')}
      className="mx-5 mt-4 space-y-2 rounded-xl bg-sunken px-3.5 py-2.5 text-sm md:mx-8 forced-colors:border"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p>{t('knowledge.hosted.left')}</p>
        <div className="flex gap-2">
          <Button
            size="small"
            variant="quiet"
            onClick={() => void run(async () => setAll(await api.knowledge.forgetHostedLeft({})))}
          >
            {t('knowledge.hosted.forget')}
          </Button>
          <Button
            size="small"
            busy={running}
            onClick={() => void run(async () => setAll(await api.knowledge.deleteHostedLeft({})))}
          >
            {t('knowledge.hosted.delete')}
          </Button>
        </div>
      </div>
      <ul className="text-xs text-muted">
        {left.slice(0, maxShown).map(({ name, baseName }, index) => (
          <li key={index} className="flex">
            <bdi className="min-w-0 truncate">
              {visibleText(name ?? t('knowledge.hosted.index', { name: baseName }))}
            </bdi>
          </li>
        ))}
        {left.length > maxShown && (
          <li>
            {t('knowledge.hosted.more', {
              number: formatNumber(i18n.language, left.length - maxShown),
            })}
          </li>
        )}
      </ul>
      <p className="text-xs text-danger-ink">{errorText(t, error).sentence}</p>
    </section>
  )
}
