import type { TFunction } from 'i18next'
import type { Model, Retirement } from '../../../shared/models.ts'
import { formatDay, formatDollars, formatNumber } from '../../ui/formatAmount.ts'
import { capabilitiesOf } from './capabilities.ts'
import { retirementStage } from './retirementStage.ts'

/** Returns the known facts about a model, each as a phrase. */
export function modelFacts(model: Model, t: TFunction, language: string): string[] {
  const { contextTokens, outputTokensMaximum, price } = model
  const can = new Intl.ListFormat(language, { type: 'unit' }).format(
    capabilitiesOf(model).map((name) => t(`chat.model.can.${name}`)),
  )
  return [
    t(model.local ? 'chat.model.local' : 'chat.model.hosted'),
    can,
    contextTokens !== undefined &&
      t('chat.model.context', { tokens: formatNumber(language, contextTokens) }),
    outputTokensMaximum !== undefined &&
      t('chat.model.output', { tokens: formatNumber(language, outputTokensMaximum) }),
    price &&
      t('chat.model.price', {
        input: formatDollars(language, price.input),
        output: formatDollars(language, price.output),
      }),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}

/** Returns the sentence about a model's retirement and its replacement. */
export function retirementText(
  { date, replacement }: Retirement,
  names: { replacement?: string | undefined },
  t: TFunction,
  language: string,
): string {
  const stage = retirementStage({ date, replacement })
  const day = formatDay(language, date)
  const sentence =
    stage === 'retired' ? t('chat.model.retiredOn', { day }) : t('chat.model.retiresOn', { day })
  const next = names.replacement ?? replacement
  return next === null ? sentence : `${sentence} ${t('chat.model.replacedBy', { model: next })}`
}
