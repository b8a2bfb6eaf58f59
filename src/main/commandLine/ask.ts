import { AppError, toWire } from '../../shared/errors.ts'
import { matchLocale, type Locale } from '../../shared/languages.ts'
import { maxTextLength } from '../../shared/limits.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { Usage, Warning } from '../../shared/chat/parts.ts'
import { createGuide } from '../providers/guide/guide.ts'
import { readManual } from '../providers/guide/readManual.ts'
import type { FinishReason, ReplyEvent, ReplyRequest, TurnPart } from '../providers/provider.ts'
import { createProviders, type Providers } from '../providers/providers.ts'
import { createKeychain, type Keychain } from '../secrets/keychain.ts'
import { createSecrets } from '../secrets/secrets.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import { chooseModel } from './chooseModel.ts'
import { exitCodes } from './exitCodes.ts'
import type { AskCommand } from './parseCommand.ts'
import { readQuestionFiles, type ReadDocument } from './questionFiles.ts'
import { readInput } from './readInput.ts'
import { openReadOnlySettings, readOnlyKeychain } from './readOnly.ts'
import { errorSentence, warningSentence } from './sentences.ts'
import { tell, write, type Terminal } from './terminal.ts'

export interface AskOptions {
  folder: string
  terminal: Terminal
  readDocument: ReadDocument
  signal: AbortSignal
  env?: NodeJS.ProcessEnv
  keychain?: Keychain
}

/** An answer as far as it has come; with `--json` it is written as one object at the end. */
interface Answer {
  text: string
  reasoning: string
  finishReason: FinishReason | null
  usage: Usage | null
  warnings: Warning[]
}

const emptyAnswer = { text: '', reasoning: '', finishReason: null, usage: null }

/**
 * Asks a model and writes its answer as it comes. Reads settings and keys, changes neither, and
 * keeps nothing: the history belongs to the app. Returns the exit code.
 */
export async function ask(command: AskCommand, options: AskOptions): Promise<number> {
  const { terminal, folder, env = process.env, signal } = options
  const settings = openReadOnlySettings(folder)
  const locale = localeOf(settings, env)
  const answer: Answer = { ...emptyAnswer, warnings: [] }
  let model: ModelReference | null = null
  try {
    for (const notice of settings.notices) await tell(terminal, notice.message)
    const providers = openProviders(settings, locale, options)
    const [said, files] = await Promise.all([
      readInput(command.question, terminal.input),
      readQuestionFiles(command.files, options.readDocument),
    ])
    if (said === '' && files.length === 0) return await refuseEmpty(terminal)
    if (said.length > maxTextLength) throw new AppError('badInput', 'The question is too long')
    model = await chooseModel(command.model, settings.get(), providers)
    const request = toRequest(model, said, files, settings)
    const provider = await providers.lookup(model.providerId)
    for await (const event of provider.reply(request, signal)) {
      take(answer, event)
      await show(event, answer, { terminal, locale, isQuiet: command.json })
    }
    if (command.json) await writeJson(terminal, model, answer, null)
    else if (!answer.text.endsWith('\n')) await write(terminal.output, '\n')
    return answer.finishReason === 'stop' ? exitCodes.answered : exitCodes.cutShort
  } catch (error) {
    if (isClosedPipe(error) || isClosedPipe(signal.reason)) return exitCodes.readerGone
    if (signal.aborted) return exitCodes.stopped
    const sentence = await errorSentence(locale, toWire(error))
    if (command.json) await writeJson(terminal, model, answer, { error, sentence })
    else if (answer.text !== '') await write(terminal.output, '\n')
    await tell(terminal, sentence)
    return exitCodes.failed
  }
}

function openProviders(
  settings: SettingsStore,
  locale: Locale,
  { keychain = createKeychain(), env = process.env }: AskOptions,
): Providers {
  return createProviders({
    settings,
    secrets: createSecrets({ keychain: readOnlyKeychain(keychain), broadcast: () => undefined }),
    guide: createGuide({ locale: () => locale, readManual }),
    broadcast: () => undefined,
    environment: env,
  })
}

function localeOf(settings: SettingsStore, env: NodeJS.ProcessEnv): Locale {
  const { language } = settings.get()
  if (language !== 'system') return language
  const tag = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return matchLocale([tag.replace(/[.@].*$/, '').replaceAll('_', '-')])
}

function toRequest(
  { modelId }: ModelReference,
  text: string,
  files: readonly TurnPart[],
  settings: SettingsStore,
): ReplyRequest {
  const { reasoningEffort } = settings.get()
  const words: TurnPart[] = text === '' ? [] : [{ type: 'text', text: text.toWellFormed() }]
  return {
    modelId,
    turns: [{ role: 'user', parts: [...files, ...words] }],
    ...(reasoningEffort !== 'auto' && { effort: reasoningEffort }),
  }
}

function take(answer: Answer, event: ReplyEvent): void {
  if (event.type === 'text') answer.text += event.text
  else if (event.type === 'textEnd') answer.text += '\n\n'
  else if (event.type === 'reasoning') answer.reasoning += event.text
  else if (event.type === 'usage') answer.usage = event.usage
  else if (event.type === 'warning') answer.warnings.push(event.warning)
  else if (event.type === 'finish') answer.finishReason = event.reason
  else if (event.type === 'textWasReasoning') {
    answer.reasoning += answer.text
    answer.text = ''
  }
}

interface Showing {
  terminal: Terminal
  locale: Locale
  /** Whether the text waits for the end. */
  isQuiet: boolean
}

async function show(event: ReplyEvent, answer: Answer, showing: Showing): Promise<void> {
  const { terminal, locale, isQuiet } = showing
  switch (event.type) {
    case 'text':
      return isQuiet ? undefined : write(terminal.output, event.text)
    case 'textEnd':
      return isQuiet ? undefined : write(terminal.output, '\n\n')
    case 'textWasReasoning':
      if (isQuiet) return undefined
      await write(terminal.output, '\n\n')
      return tell(terminal, 'The text so far was the model’s reasoning. Its answer follows.')
    case 'warning':
      return tell(terminal, await warningSentence(locale, event.warning))
    case 'waiting':
      return tell(terminal, await errorSentence(locale, event.error))
    case 'image':
      return tell(terminal, 'The answer has a picture, which a terminal can’t show.')
    case 'finish':
      if (answer.finishReason === 'stop') return undefined
      return tell(terminal, event.explanation ?? `The answer ended early: ${event.reason}.`)
    default:
      return undefined
  }
}

async function refuseEmpty(terminal: Terminal): Promise<number> {
  await tell(terminal, 'There is no question. Example: parley ask "How tall is a hill?"')
  return exitCodes.usage
}

/** Writes the object that docs/command-line.md describes. */
async function writeJson(
  { output }: Terminal,
  model: ModelReference | null,
  { text, reasoning, ...rest }: Answer,
  failure: { error: unknown; sentence: string } | null,
): Promise<void> {
  const error = failure && { code: toWire(failure.error).code, message: failure.sentence }
  const trimmed = { text: text.trimEnd(), reasoning: reasoning === '' ? null : reasoning }
  await write(output, `${JSON.stringify({ model, ...trimmed, ...rest, error })}\n`)
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}
