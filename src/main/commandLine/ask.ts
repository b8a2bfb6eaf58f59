import { once } from 'node:events'
import { AppError, toWire } from '../../shared/errors.ts'
import { matchLocale, type Locale } from '../../shared/languages.ts'
import { maxTextLength } from '../../shared/limits.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { Usage, Warning } from '../../shared/chat/parts.ts'
import { createGuide } from '../providers/guide/guide.ts'
import { readManual } from '../providers/guide/readManual.ts'
import type { FinishReason, ReplyEvent, ReplyRequest, TurnPart } from '../providers/reply.ts'
import { createProviders, type Providers } from '../providers/providers.ts'
import { createKeychain, type Keychain } from '../secrets/keychain.ts'
import { createSecrets } from '../secrets/secrets.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import { chooseModel } from './chooseModel.ts'
import { exitCodes } from './exitCodes.ts'
import { modelHint } from './modelHint.ts'
import type { AskCommand } from './parseCommand.ts'
import { readQuestionFiles, type ReadDocument } from './questionFiles.ts'
import { readInput, type Delay } from './readInput.ts'
import { openReadOnlySettings, readOnlyKeychain } from './readOnly.ts'
import { errorSentence, ownSentence, warningSentence } from './sentences.ts'
import { tell, write, type Terminal } from './terminal.ts'

export interface AskOptions {
  folder: string
  terminal: Terminal
  readDocument: ReadDocument
  signal: AbortSignal
  env?: NodeJS.ProcessEnv
  keychain?: Keychain
  /** The clock of the notice about a silent standard input. */
  delay?: Delay
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
  const providers = openProviders(settings, locale, options)
  try {
    for (const notice of settings.notices) await tell(terminal, notice.message)
    // First, because standard input may come slowly, and would come in vain.
    model = await chooseModel(command.model, settings.get(), providers)
    const [said, files] = await Promise.all([
      readQuestion(command, locale, options),
      readQuestionFiles(command.files, options.readDocument),
    ])
    if (said === '' && files.length === 0) return await refuseEmpty(terminal, locale)
    if (said.length > maxTextLength) throw new AppError('badInput', 'The question is too long')
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
    const stopped = stopCode(signal, error)
    if (stopped !== undefined) return stopped
    const sentence = await errorSentence(locale, toWire(error))
    if (command.json) await writeJson(terminal, model, answer, { error, sentence })
    else if (answer.text !== '') await write(terminal.output, '\n')
    await tell(terminal, sentence)
    if (lacksModel(error)) {
      const { model: wanted } = command
      await tell(terminal, await modelHint({ wanted, settings: settings.get(), providers, locale }))
    }
    return stopCode(signal) ?? exitCodes.failed
  }
}

function readQuestion(
  { question, readsInput }: AskCommand,
  locale: Locale,
  { terminal, delay }: AskOptions,
): Promise<string> {
  if (!readsInput) return Promise.resolve(question)
  const onSilent = async () => tell(terminal, await ownSentence(locale, 'waitingForInput'))
  return readInput(question, terminal.input, { onSilent, delay })
}

function lacksModel(error: unknown): boolean {
  return error instanceof AppError && /^model(?:Missing|NotFound)$/.test(error.code)
}

function openProviders(
  settings: SettingsStore,
  locale: Locale,
  { keychain = createKeychain(), env = process.env, signal }: AskOptions,
): Providers {
  const providers = createProviders({
    settings,
    secrets: createSecrets({ keychain: readOnlyKeychain(keychain), broadcast: () => undefined }),
    guide: createGuide({ locale: () => locale, readManual }),
    broadcast: () => undefined,
    environment: env,
  })
  const models: Providers['models'] = (...given) => untilAborted(providers.models(...given), signal)
  return { ...providers, models }
}

/** Waits for the work no longer than until the signal fires. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const aborted = once(signal, 'abort').then(() => {
    throw signal.reason
  })
  return Promise.race([work, aborted])
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
      return tell(terminal, await ownSentence(locale, 'wasReasoning'))
    case 'warning':
      return tell(terminal, await warningSentence(locale, event.warning))
    case 'waiting':
      return tell(terminal, await errorSentence(locale, event.error))
    case 'image':
      return tell(terminal, await ownSentence(locale, 'pictureHidden'))
    case 'finish':
      if (answer.finishReason === 'stop') return undefined
      return tell(
        terminal,
        event.explanation ?? (await ownSentence(locale, 'endedEarly', { reason: event.reason })),
      )
    default:
      return undefined
  }
}

async function refuseEmpty(terminal: Terminal, locale: Locale): Promise<number> {
  await tell(terminal, await ownSentence(locale, 'noMessage'))
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

/** Returns the exit code of a command that was stopped; undefined if it was not. */
function stopCode({ aborted, reason }: AbortSignal, error?: unknown): number | undefined {
  if (isClosedPipe(error) || isClosedPipe(reason)) return exitCodes.readerGone
  return aborted ? exitCodes.stopped : undefined
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}
