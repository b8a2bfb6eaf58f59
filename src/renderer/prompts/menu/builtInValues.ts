import { listVariables, type PromptVariable } from '../../../shared/promptVariables.ts'
import { dateFormat, formatTime } from '../../ui/formatAmount.ts'

/** Returns the variables that the user fills in or checks: all but date and time. */
export function listAsked(text: string): PromptVariable[] {
  return listVariables(text).filter(({ builtIn }) => builtIn !== 'date' && builtIn !== 'time')
}

/** Returns the values of `{{date}}` and `{{time}}` by the variables' names. */
export function fillTimes(text: string, language: string, now: number): Map<string, string> {
  const values = new Map<string, string>()
  for (const { name, builtIn } of listVariables(text)) {
    if (builtIn === 'date') {
      values.set(name, dateFormat(language, { dateStyle: 'long' }).format(now))
    }
    if (builtIn === 'time') values.set(name, formatTime(language, now))
  }
  return values
}
