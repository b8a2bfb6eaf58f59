import type { ModelReference } from '../../shared/providers.ts'
import { api } from '../app/bridge.ts'
import type { ErrorAction } from '../app/errorText.ts'
import { openSettings } from '../app/store.ts'
import { attempt } from './failures.ts'
import { openModelPicker } from './ModelPicker.tsx'

interface ActionContext {
  retry: () => void
  /** The model that the error is about. */
  model: ModelReference | null
}

/** Does what the button of an error's alert says. */
export function runErrorAction(action: ErrorAction, { retry, model }: ActionContext): void {
  switch (action) {
    case 'retry':
      return retry()
    case 'addKey':
    case 'openProvider':
      return openSettings('providers', model?.providerId)
    case 'chooseModel':
      return openModelPicker()
    case 'repairHistory':
      return attempt(api.app.repairHistory({}))
    case 'showDataFolder':
      return attempt(api.app.showDataFolder({}))
    case 'restart':
      return attempt(api.app.restart({}))
  }
}
