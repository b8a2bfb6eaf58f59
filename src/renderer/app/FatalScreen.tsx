import { CircleAlert } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorCode, WireError } from '../../shared/errors.ts'
import { toWire } from '../../shared/errors.ts'
import { Button } from '../ui/controls/Button.tsx'
import { api } from '../core/bridge.ts'
import { errorFacts, errorText } from '../core/errorText.ts'

type FatalAction = 'repair' | 'tryAgain' | 'showDataFolder' | 'quit'

const actionCalls: Record<FatalAction, () => Promise<unknown>> = {
  // Main reloads the page when the repair is done.
  repair: () => api.app.repairHistory({}),
  tryAgain: () => api.app.restart({}),
  showDataFolder: () => api.app.showDataFolder({}),
  quit: () => api.app.quit({}),
}

/** Returns the available actions, the most useful one first. */
function actionsFor(code: ErrorCode): FatalAction[] {
  if (code === 'databaseDamaged') return ['repair', 'showDataFolder', 'quit']
  if (code === 'databaseTooNew') return ['showDataFolder', 'quit']
  return ['tryAgain', 'showDataFolder', 'quit']
}

interface FatalScreenProps {
  error: WireError
  /** Whether main repaired the history already when the page was loaded. */
  isRepairing?: boolean
}

/** Fills the window when the history can't be opened: shows the reason and the possible actions. */
export function FatalScreen({ error, isRepairing = false }: FatalScreenProps): ReactNode {
  const { t } = useTranslation()
  const [running, setRunning] = useState<FatalAction>()
  const [failure, setFailure] = useState<WireError>()
  const run = useCallback((action: FatalAction): void => {
    setRunning(action)
    setFailure(undefined)
    actionCalls[action]()
      .catch((reason: unknown) => setFailure(toWire(reason)))
      .finally(() => setRunning((current) => (current === action ? undefined : current)))
  }, [])
  useEffect(() => {
    // Waits for the repair that runs.
    if (isRepairing) run('repair')
  }, [isRepairing, run])
  const facts = errorFacts(t, error)
  return (
    <main className="grid h-full place-items-center overflow-y-auto bg-canvas p-6">
      <div className="flex max-w-lg flex-col items-start gap-4">
        <CircleAlert aria-hidden className="size-8 text-danger-ink" />
        <h1 className="text-xl font-semibold">
          {t(error.code === 'internal' ? 'app.fatal.pageTitle' : 'app.fatal.title')}
        </h1>
        <div role="alert" className="space-y-2 break-words">
          <p>{errorText(t, error).sentence}</p>
          {failure && <p className="text-danger-ink">{errorText(t, failure).sentence}</p>}
        </div>
        {facts.map((fact) => (
          <p key={fact.label} className="text-sm break-all text-muted">
            {fact.label}: <bdi>{fact.value}</bdi>
          </p>
        ))}
        <div className="flex flex-wrap gap-2">
          {actionsFor(error.code).map((action, index) => (
            <Button
              key={action}
              variant={index === 0 ? 'primary' : 'secondary'}
              busy={running === action}
              onClick={() => run(action)}
            >
              {t(`app.fatal.${action}`)}
            </Button>
          ))}
        </div>
      </div>
    </main>
  )
}
