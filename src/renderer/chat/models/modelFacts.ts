import type { TFunction } from 'i18next'
import type { Model, Retirement } from '../../../shared/models.ts'
import { formatDay, formatDollars, formatNumber } from '../../ui/formatAmount.ts'
import { capabilitiesOf, capabilityNames } from './capabilities.ts'
import { retirementStage } from './retirementStage.ts'

/** Returns the known facts about a model, each as a phrase. */
export function modelFacts(model: Model, t: TFunction, language: string): string[] {
  const { contextTokens, contextIsMaximum, outputTokensMaximum, price } = model
  const list = new Intl.ListFormat(language, { type: 'unit' })
  const can = list.format(capabilitiesOf(model).map((name) => t(`chat.model.can.${name}`)))
  return [
    t(model.local ? 'chat.model.local' : 'chat.model.hosted'),
    can,
    contextTokens !== undefined &&
      t(contextIsMaximum ? 'chat.model.contextUpTo' : 'chat.model.context', {
        tokens: formatNumber(language, contextTokens),
      }),
    outputTokensMaximum !== undefined &&
      t('chat.model.output', { tokens: formatNumber(language, outputTokensMaximum) }),
    price &&
      t('chat.model.price', {
        input: formatDollars(language, price.input),
        output: formatDollars(language, price.output),
      }),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}

/** Returns what neither the service nor Parley's tables say of a model, as one phrase if any. */
export function unknownFacts(model: Model, t: TFunction, language: string): string[] {
  const { local, contextTokens, price, capabilities } = model
  const facts = [
    ...(contextTokens === undefined ? [t('chat.model.unknownFacts.context')] : []),
    ...capabilityNames
      .filter((name) => capabilities?.[name] === undefined)
      .map((name) => t(`chat.model.can.${name}`)),
    ...(price === undefined && !local ? [t('chat.model.unknownFacts.price')] : []),
  ]
  if (facts.length === 0) return []
  const list = new Intl.ListFormat(language, { type: 'unit' })
  return [t('chat.model.unknown', { facts: list.format(facts) })]
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
