import type { ErrorAction, WireError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'
import { openSettings, showSettings } from '../core/settingsTarget.ts'
import { openContinueText } from '../completions/openContinueText.ts'
import { chooseModel } from './conversation/currentModel.ts'
import { attempt } from '../core/failures.ts'
import { openModelPicker } from './models/ModelPicker.tsx'

interface ActionContext {
  retry: () => void
  /** Continues an answer that has begun; without it the request is made again. */
  goOn?: () => void
  shorten?: () => void
  /** Asks another model in place of the one that is retired; without it the chat takes it. */
  replace?: (replacement: ModelReference) => void
  error: WireError
  /** The model that the error concerns. */
  model: ModelReference | null
}

/** Runs the action of an error's button. */
export function runErrorAction(action: ErrorAction, context: ActionContext): void {
  const { retry, goOn, shorten, replace, model, error } = context
  switch (action) {
    case 'retry':
      return retry()
    case 'addKey':
    case 'openProvider':
      return openSettings('providers', model?.providerId)
    case 'setUpSpeech':
      return showSettings({ section: 'voice', setting: 'speechEngine' })
    case 'chooseModel':
      return openModelPicker()
    case 'shorten':
      return shorten?.()
    case 'useReplacement': {
      const modelId = error.details?.replacement
      if (!model || modelId === undefined) return openModelPicker()
      const replacement = { ...model, modelId }
      if (replace) return replace(replacement)
      return attempt(chooseModel(replacement).then(retry))
    }
    case 'continueText':
      return openContinueText(model ?? undefined)
    case 'goPastBudget':
      return attempt(api.spending.goOn({ goesOn: true }).then(goOn ?? retry))
    case 'leaveUncounted':
      if (!model) return openModelPicker()
      return attempt(api.spending.leaveUncounted(model).then(goOn ?? retry))
    case 'repairHistory':
      return attempt(api.app.repairHistory({}))
    case 'showDataFolder':
      return attempt(api.app.showDataFolder({}))
    case 'restart':
      return attempt(api.app.restart({}))
  }
}
