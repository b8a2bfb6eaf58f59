import { isObject, objectsOf, parseJson, textOf, type JsonObject } from '../../../shared/json.ts'
import type { Report } from './report.ts'

const roles: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool'])
const maxImages = 10
const maxImageBytes = 10 * 1024 * 1024
/** A token of the tokenizer that is written out as text fails the whole job. */
const specialToken = /<\|[a-z][a-z_0-9]{1,40}\|>/

interface Given {
  /** The path of the list. */
  field: string
  /** The names of the declared tools. */
  tools: ReadonlySet<string>
  /** True if the list ends with the answer that the model learns. */
  isWhole: boolean
}

type Keep = (role: string, text: string) => void

/** Checks a list of messages. `keep` gets each text with the role that says it. */
export function checkMessages(
  messages: unknown,
  { field, tools, isWhole }: Given,
  report: Report,
  keep: Keep,
): void {
  if (!Array.isArray(messages) || messages.length === 0) return report('noMessages', field)
  const list: readonly unknown[] = messages
  /** Calls that no result has answered yet, with the place of the call. */
  const open = new Map<string, string>()
  const pictures = { count: 0 }
  list.forEach((message, index) => {
    const at = `${field}[${String(index)}]`
    if (!isObject(message)) return report('messageInvalid', at)
    const { role } = message
    if (!roles.has(role)) report('role', `${at}.role`, shortWord(role))
    if (role === 'tool') checkResult(message, at, open, report)
    else closeCalls(open, report)
    checkContent(message, at, pictures, report, keep)
    if (role === 'assistant') {
      checkCalls(message, { at, tools, open }, report, keep)
      checkWeight(message, at, report)
    }
    return undefined
  })
  if (pictures.count > maxImages) report('tooManyImages', field, String(pictures.count))
  if (isWhole) checkEnd(list, field, report)
}

function checkEnd(list: readonly unknown[], field: string, report: Report): void {
  const answers = objectsOf(list).filter(({ role }) => role === 'assistant')
  const last = list.at(-1)
  if (!isObject(last) || last['role'] !== 'assistant') {
    report('lastRole', `${field}[${String(list.length - 1)}].role`)
  } else if (answers.every(({ weight }) => weight === 0)) {
    report('weightsZero', field)
  }
}

function checkWeight({ weight }: JsonObject, at: string, report: Report): void {
  if (weight !== undefined && weight !== 0 && weight !== 1) {
    report('weight', `${at}.weight`, shortWord(weight))
  }
}

function checkResult(
  message: JsonObject,
  at: string,
  open: Map<string, string>,
  report: Report,
): void {
  const id = textOf(message['tool_call_id'])
  if (!open.delete(id)) report('resultWithoutCall', `${at}.tool_call_id`, shortWord(id))
}

/** Reports the calls that have no result although another message follows. */
function closeCalls(open: Map<string, string>, report: Report): void {
  for (const [id, at] of open) report('callUnanswered', at, shortWord(id))
  open.clear()
}

function checkCalls(
  message: JsonObject,
  given: { at: string; tools: ReadonlySet<string>; open: Map<string, string> },
  report: Report,
  keep: Keep,
): void {
  const calls = message['tool_calls']
  if (calls === undefined || calls === null) return
  if (!Array.isArray(calls) || calls.length === 0) {
    return report('callInvalid', `${given.at}.tool_calls`)
  }
  ;(calls as readonly unknown[]).forEach((call, index) => {
    const at = `${given.at}.tool_calls[${String(index)}]`
    const called = isObject(call) ? call['function'] : undefined
    const id = isObject(call) ? textOf(call['id']) : ''
    if (!isObject(called) || id === '') return report('callInvalid', at)
    const name = textOf(called['name'])
    given.open.set(id, at)
    if (!given.tools.has(name)) report('toolUndeclared', `${at}.function.name`, shortWord(name))
    const input = called['arguments']
    if (typeof input !== 'string' || !isObject(parseJson(input))) {
      report('argumentsInvalid', `${at}.function.arguments`)
    } else keep('assistant', input)
    return undefined
  })
}

function checkContent(
  message: JsonObject,
  at: string,
  pictures: { count: number },
  report: Report,
  keep: Keep,
): void {
  const { role, content } = message
  const speaker = textOf(role)
  if (typeof content === 'string') return checkText(content, `${at}.content`, speaker, report, keep)
  if (Array.isArray(content) && content.length > 0) {
    ;(content as readonly unknown[]).forEach((part, index) => {
      const field = `${at}.content[${String(index)}]`
      if (!isObject(part)) return report('partInvalid', field)
      if (part['type'] === 'text' && typeof part['text'] === 'string') {
        return checkText(part['text'], `${field}.text`, speaker, report, keep)
      }
      if (part['type'] !== 'image_url') return report('partInvalid', field, shortWord(part['type']))
      pictures.count += 1
      if (role !== 'user') report('imageRole', field)
      const image = part['image_url']
      return checkImage(isObject(image) ? image['url'] : undefined, `${field}.image_url`, report)
    })
    return
  }
  const hasCalls = role === 'assistant' && Array.isArray(message['tool_calls'])
  if (!hasCalls) report('noContent', `${at}.content`)
}

function checkText(text: string, field: string, role: string, report: Report, keep: Keep): void {
  const special = specialToken.exec(text)?.[0]
  if (special !== undefined) report('specialToken', field, special)
  keep(role, text)
}

function checkImage(url: unknown, field: string, report: Report): void {
  const address = textOf(url)
  if (address.startsWith('https://') && URL.canParse(address)) return
  if (!/^data:image\/(?:png|jpeg|webp);base64,/.test(address)) return report('image', field)
  if ((address.length * 3) / 4 > maxImageBytes) report('imageTooLarge', field)
}

const maxWordLength = 60

/** Returns a value for a sentence, cut to one short line. */
function shortWord(value: unknown): string {
  const word = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return word.replace(/\s+/g, ' ').slice(0, maxWordLength).toWellFormed()
}
