import i18next from 'i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { copiedText } from '../../markdown/copying/copiedText.ts'
import type { CopiedText } from '../../markdown/copying/copiedText.ts'
import { escapeHtml } from '../../markdown/copying/cleanHtml.ts'
import { showWholeTexts } from '../../markdown/pendingTexts.ts'
import { copyText } from '../../ui/controls/copyText.ts'
import { showErrorToast, showToast } from '../../ui/layers/Toast.tsx'
import { currentIdAtom } from '../conversation/conversations.ts'
import { attempt } from '../../core/failures.ts'
import { textOf } from '../conversation/replyMessage.ts'
import { followSelection, isInLog, selectedInLog } from './logSelection.ts'
import { findThread } from '../conversation/thread.ts'

const texts = '.markdown, .plain-text'
const idPrefix = 'message-'

/** Copies selections in the log as Markdown and HTML. Returns a function that ends this. */
export function startCopying(): () => void {
  const stopFollowing = followSelection()
  document.addEventListener('copy', onCopy)
  return () => {
    document.removeEventListener('copy', onCopy)
    stopFollowing()
  }
}

/** Copies the selection as plain text, without Markdown's marks. */
export function copyPlainText(): void {
  const range = selectedInLog()
  const copied = range && copiedSelection(range)
  if (copied) attempt(Promise.resolve(copied).then((text) => text && copyPlain(text)))
}

/** Returns the selected text as copying gives it, in Markdown; empty if nothing is selected. */
export async function selectedText(): Promise<string> {
  const range = selectedInLog()
  if (!range) return ''
  return (await copiedSelection(range))?.markdown ?? range.toString()
}

async function copyPlain({ plain }: CopiedText): Promise<void> {
  if (await copyText(plain)) showToast(i18next.t('markdown.copy.copied'))
  else showErrorToast(i18next.t('markdown.copy.failed'))
}

function writeClipboard({ markdown, html }: CopiedText): Promise<void> {
  const item = new ClipboardItem({ 'text/plain': markdown, 'text/html': html })
  return navigator.clipboard.write([item])
}

function onCopy(event: ClipboardEvent): void {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)
    return
  const range = selectedRange()
  const copied = range && isInLog(range) && copiedSelection(range)
  if (!copied || !event.clipboardData) return
  event.preventDefault()
  if (copied instanceof Promise) {
    attempt(copied.then((text) => text && writeClipboard(text)))
    return
  }
  event.clipboardData.setData('text/plain', copied.markdown)
  event.clipboardData.setData('text/html', copied.html)
}

function selectedRange(): Range | undefined {
  const selection = getSelection()
  return selection && !selection.isCollapsed ? selection.getRangeAt(0) : undefined
}

/** A promise if messages in between must be loaded first. */
type Copied = CopiedText | undefined | Promise<CopiedText | undefined>

/** Returns the selected text across messages; undefined if the selection contains none. */
function copiedSelection(range: Range): Copied {
  const { commonAncestorContainer: common } = range
  const element = common instanceof Element ? common : common.parentElement
  const root = element?.closest<HTMLElement>(texts)
  // Undefined also for selected text outside a message's text, such as a tool's arguments.
  if (root) return copiedText(range)
  const log = element?.closest('[role=log]')
  if (!log) return undefined
  showWholeTexts((text) => range.intersectsNode(text))
  const within = element?.closest('article')
  const articles = within ? [within] : Array.from(log.querySelectorAll('article'))
  const pieces = new Map(
    articles
      .filter((article) => range.intersectsNode(article) && article.querySelector(texts))
      .map((article) => [article.id.slice(idPrefix.length), copiedArticle(article, range)]),
  )
  const copied = addSkipped(pieces)
  return copied instanceof Promise ? copied.then(joined) : joined(copied)
}

/** Adds the source of the messages within the selection that are not in the document. */
function addSkipped(pieces: Map<string, CopiedText[]>): CopiedText[] | Promise<CopiedText[]> {
  const thread = findThread(store.get(currentIdAtom) ?? '')
  const entries = thread ? store.get(thread.stateAtom).messages : []
  const first = entries.findIndex(({ id }) => pieces.has(id))
  const last = entries.findLastIndex(({ id }) => pieces.has(id))
  if (!thread || first < 0) return [...pieces.values()].flat()
  const between = entries.slice(first, last + 1)
  const take = (id: string, message: Message | undefined): CopiedText[] =>
    pieces.get(id) ?? (message ? sourceOf(message) : [])
  if (between.every(({ id, atom }) => atom || pieces.has(id))) {
    return between.flatMap(({ id, atom }) => take(id, atom && store.get(atom)))
  }
  const before = entries[last + 1]?.id ?? null
  return loadMessages(thread.conversationId, before, between.length).then((messages) =>
    messages.flatMap((message) => take(message.id, message)),
  )
}

const pageLength = 200

/** Loads so many messages before one, or at the end, in reading order. */
async function loadMessages(
  conversationId: string,
  before: string | null,
  count: number,
): Promise<Message[]> {
  const messages: Message[] = []
  let next = before
  while (messages.length < count) {
    const limit = Math.min(pageLength, count - messages.length)
    const page = await api.chat.messages({ conversationId, before: next, limit })
    messages.unshift(...page.messages)
    next = page.messages[0]?.id ?? null
    if (!page.more || next === null) break
  }
  return messages
}

function sourceOf(message: Message): CopiedText[] {
  const text = textOf(message)
  const html = `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  return text ? [{ markdown: text, plain: text, html }] : []
}

function copiedArticle(article: Element, range: Range): CopiedText[] {
  return Array.from(article.querySelectorAll(texts)).flatMap((root) => {
    if (root.parentElement?.closest(texts) || !range.intersectsNode(root)) return []
    return copiedText(intersection(range, root)) ?? []
  })
}

function intersection(range: Range, root: Element): Range {
  const part = document.createRange()
  part.selectNodeContents(root)
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0) {
    part.setStart(range.startContainer, range.startOffset)
  }
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) {
    part.setEnd(range.endContainer, range.endOffset)
  }
  return part
}

function joined(pieces: readonly CopiedText[]): CopiedText | undefined {
  if (pieces.length === 0) return undefined
  return {
    markdown: pieces.map(({ markdown }) => markdown).join('\n\n'),
    plain: pieces.map(({ plain }) => plain).join('\n\n'),
    html: pieces.map(({ html }) => html).join('\n'),
  }
}
