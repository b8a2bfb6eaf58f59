import type { TFunction } from 'i18next'
import type { Model, Retirement } from '../../../shared/models.ts'
import { capabilitiesOf } from './modelRows.ts'
import { retirementStage } from './retirement.ts'

/** A count of tokens in little room: `128K`, `1M`. */
export function shortTokens(tokens: number, language: string): string {
  return new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumFractionDigits: tokens < 10_000 ? 1 : 0,
  }).format(tokens)
}

/** A day as its users write it. */
export function dayText(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
}

/** What is known of a model, each as a phrase. */
export function modelFacts(model: Model, t: TFunction, language: string): string[] {
  const { contextTokens, outputTokensMaximum, price } = model
  const number = new Intl.NumberFormat(language)
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
    maximumFractionDigits: 4,
  })
  const can = new Intl.ListFormat(language, { type: 'unit' }).format(
    capabilitiesOf(model).map((name) => t(`chat.model.can.${name}`)),
  )
  return [
    t(model.local ? 'chat.model.local' : 'chat.model.hosted'),
    can,
    contextTokens !== undefined &&
      t('chat.model.context', { tokens: number.format(contextTokens) }),
    outputTokensMaximum !== undefined &&
      t('chat.model.output', { tokens: number.format(outputTokensMaximum) }),
    price &&
      t('chat.model.price', {
        input: money.format(price.input),
        output: money.format(price.output),
      }),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}

/** The sentence on a model's end, with what comes after it. */
export function retirementText(
  { date, replacement }: Retirement,
  names: { replacement?: string | undefined },
  t: TFunction,
  language: string,
): string {
  const stage = retirementStage({ date, replacement })
  const day = dayText(date, language)
  const sentence =
    stage === 'retired' ? t('chat.model.retiredOn', { day }) : t('chat.model.retiresOn', { day })
  const next = names.replacement ?? replacement
  return next === null ? sentence : `${sentence} ${t('chat.model.replacedBy', { model: next })}`
}
