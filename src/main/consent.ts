import { AppError } from '../shared/errors.ts'
import type { ToolPreferences } from '../shared/plugins/tools.ts'

/** One fact of a question, which main has worked out itself. The key names a text of the menu. */
export interface ConsentFact {
  key:
    | 'consentRuns'
    | 'consentNoSandbox'
    | 'consentOwnFiles'
    | 'consentReads'
    | 'consentWrites'
    | 'consentNetwork'
    | 'consentAllNetwork'
    | 'consentLocalNetwork'
    | 'consentFrom'
    | 'consentPlugin'
    | 'consentHost'
    | 'consentFixed'
    | 'consentFree'
    | 'consentDeletes'
    | 'consentScriptNetwork'
  /** Empty where the text says it all. */
  value: string
}

/** A question that main asks in its own dialog, out of the page's reach. */
export interface ConsentQuestion {
  /**
   * Question asked: a plugin's access; for which calls a tool is allowed without asking; an upload
   * of documents; a page on this computer or the local network; deleting others' files at a service;
   * a document of an answer in the browser; reading the clipboard for prompts.
   */
  kind:
    | 'plugin'
    | 'toolInChat'
    | 'toolWithArguments'
    | 'toolAlways'
    | 'upload'
    | 'page'
    | 'deletion'
    | 'preview'
    | 'clipboard'
  /**
   * The plugin, the tool, the base, the page's host or the provider; empty for a document and the
   * clipboard.
   */
  name: string
  /** Set for a tool of Parley's own, whose name is in the user's language. */
  ownTool?: keyof ToolPreferences
  facts: readonly ConsentFact[]
}

/** Resolves to true if the user allows it in main's dialog. */
export type AskConsent = (question: ConsentQuestion) => Promise<boolean>

/** Errors: consentRefused. */
export async function assertConsent(ask: AskConsent, question: ConsentQuestion): Promise<void> {
  if (await ask(question)) return
  throw new AppError('consentRefused', 'The user did not allow it in the dialog of Parley')
}
