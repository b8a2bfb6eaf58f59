import type { TFunction } from 'i18next'
import { errorActions } from '../../shared/errors.ts'
import type { ErrorAction, ErrorDetails, WireError } from '../../shared/errors.ts'
import { visibleText } from '../ui/visibleText.ts'

export interface ErrorText {
  sentence: string
  action: ErrorAction | null
  /** The label of the action's button; null without an action. */
  actionLabel: string | null
}

/**
 * Returns the sentence and the action for an error. `secondsLeft` is the rest of a rate limit's
 * wait; without it, the sentence names the whole wait.
 */
export function errorText(
  translate: TFunction,
  error: WireError,
  secondsLeft = error.details?.retryAfterSeconds,
): ErrorText {
  const action = actionOf(error)
  const replacement = error.details?.replacement ?? ''
  return {
    sentence: withCount(translate, error, sentenceOf(translate, error, secondsLeft)),
    action,
    actionLabel: action ? translate(`errors.actions.${action}`, { replacement }) : null,
  }
}

/** Says first how many results came, if that is known. */
function withCount(translate: TFunction, { details }: WireError, sentence: string): string {
  const { came, asked } = details ?? {}
  if (came === undefined || asked === undefined) return sentence
  return translate('errors.cameOf', { came, asked, sentence })
}

/** Returns the action for an error; its details may allow a shorter way. */
function actionOf({ code, details }: WireError): ErrorAction | null {
  if (code === 'contextTooLong' && details?.droppable) return 'shorten'
  if (code === 'modelRetired' && details?.replacement !== undefined) return 'useReplacement'
  return errorActions[code]
}

/** Longer waits are told in the next unit: nobody counts 3,723 seconds. */
const longestInSeconds = 180
const longestInMinutes = 180

function sentenceOf(
  translate: TFunction,
  error: WireError,
  secondsLeft: number | undefined,
): string {
  const details = error.details ?? {}
  const values = {
    provider: details.provider ?? translate('errors.unnamed.provider'),
    model: details.model ?? translate('errors.unnamed.model'),
    subject: details.subject ?? '',
    replacement: details.replacement ?? '',
    time: details.time === undefined ? '' : new Date(details.time),
  }
  const { droppable } = details
  if (error.code === 'contextTooLong' && droppable) {
    return translate('errors.contextTooLongDroppable', { ...values, count: droppable })
  }
  if (error.code === 'modelRetired' && details.replacement !== undefined) {
    return translate('errors.modelRetiredReplaced', values)
  }
  if (error.code === 'rateLimited' && secondsLeft === undefined && details.period === 'day') {
    return translate('errors.rateLimitedForDay', values)
  }
  if (error.code === 'rateLimited' && secondsLeft !== undefined) {
    const count = Math.ceil(secondsLeft)
    if (count <= 0) return translate('errors.rateLimitOver', values)
    const minutes = Math.ceil(count / 60)
    if (minutes > longestInMinutes) {
      const hours = Math.ceil(minutes / 60)
      return translate('errors.rateLimitedForHours', { ...values, count: hours })
    }
    if (count > longestInSeconds) {
      return translate('errors.rateLimitedForMinutes', { ...values, count: minutes })
    }
    return translate('errors.rateLimitedFor', { ...values, count })
  }
  if (error.code === 'connectionFailed' && isOnThisMachine(values.subject)) {
    return translate('errors.connectionLostHere', values)
  }
  if (error.code === 'pluginNotStarted' && details.lastLine) {
    return translate('errors.notStartedSaying', { ...values, line: visibleText(details.lastLine) })
  }
  return translate(`errors.sentences.${error.code}`, values)
}

/** Tells whether the address is on this machine, so that no network is involved. */
function isOnThisMachine(address: string): boolean {
  const host = URL.parse(address)?.hostname
  return host !== undefined && /^(?:127\.[\d.]+|\[::1\]|(?:.+\.)?localhost)$/.test(host)
}

export interface ErrorFact {
  label: string
  value: string
}

/** Returns the facts that the error's details list, to search for or to quote to a support. */
export function errorFacts(translate: TFunction, error: WireError): ErrorFact[] {
  const details: ErrorDetails = error.details ?? {}
  const facts: [string, string | number | undefined][] = [
    [translate('errors.facts.answer'), details.answer],
    [translate('errors.facts.provider'), details.provider],
    [translate('errors.facts.model'), details.model],
    [translate('errors.facts.status'), details.status],
    [translate('errors.facts.requestId'), details.requestId],
    [translate('errors.facts.subject'), details.subject],
  ]
  return facts.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [{ label, value: String(value) }],
  )
}
