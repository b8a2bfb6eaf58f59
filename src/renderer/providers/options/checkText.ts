import type { TFunction } from 'i18next'
import type { ModelCheck } from '../../../shared/providers.ts'
import { errorText } from '../../core/errorText.ts'
import { formatList } from '../../ui/formatList.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { isolate } from '../../ui/isolate.ts'
import { visibleText } from '../../ui/visibleText.ts'

interface CheckedModel {
  modelId: string
  provider: string
  /** Undefined until the service has answered. */
  check: ModelCheck | undefined
}

/** Returns what a service says of a model whose id the user typed. */
export function checkText(
  { modelId, provider: name, check }: CheckedModel,
  t: TFunction,
  language: string,
): string {
  const model = visibleText(modelId)
  const provider = visibleText(name)
  switch (check?.outcome) {
    case undefined:
      return t('providers.options.models.check.checking', { model })
    case 'found': {
      const { contextTokens } = check.model
      if (contextTokens === undefined) return t('providers.options.models.check.found', { model })
      const tokens = formatNumber(language, contextTokens)
      return t('providers.options.models.check.foundLimit', { model, tokens })
    }
    case 'missing': {
      const names = formatList(
        language,
        check.nearest.map((id) => isolate(visibleText(id))),
      )
      return check.nearest.length === 0
        ? t('providers.options.models.check.missing', { model, provider })
        : t('providers.options.models.check.missingNear', { model, provider, names })
    }
    case 'unchecked': {
      const unchecked = t('providers.options.models.check.unchecked', { model, provider })
      return check.error ? `${errorText(t, check.error).sentence} ${unchecked}` : unchecked
    }
  }
}
