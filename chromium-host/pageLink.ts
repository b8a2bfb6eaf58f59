import { randomUUID } from 'node:crypto'
import type { PageTarget } from './browser.ts'
import type { CdpConnection, CdpSession } from './cdp.ts'
import { createDocumentLink, type DocumentLink } from './documentLink.ts'
import type { FromPage } from './page/pageMessage.ts'
import { mainWorldScript, preloadWorldScript } from './page/pageScripts.ts'

/** A document in one of the page's frames. */
export interface PageDocument {
  link: DocumentLink
  frameId: string
  isMainFrame: boolean
  /** The address as Chromium knows it. */
  url: string
  origin: string
}

export interface PageLinkOptions {
  /** Reads the app's preload script, for each document anew. */
  readPreload(): string
  /** The value of `process` in the preload script. */
  process: Record<string, unknown>
  /** Whether the preload script runs in sub-frames too. */
  inSubFrames: boolean
  receive(document: PageDocument, message: FromPage): void
  documentGone(document: PageDocument): void
}

export interface PageLink {
  /** Returns true if the page has this frame below its main frame. */
  hasFrame(id: string): boolean
  /** Returns true if this frame of the page has a process of its own. */
  hasForeignFrame(id: string): boolean
  /** Installs both worlds in all future documents. Called again if the preload script changes. */
  install(): Promise<void>
}

const worldName = 'Electron Isolated Context'

function parse(payload: string): FromPage | undefined {
  try {
    return JSON.parse(payload) as FromPage
  } catch {
    return undefined
  }
}

/** Maintains both worlds in all documents of a page, and passes their messages to main. */
export function createPageLink(
  connection: CdpConnection,
  page: PageTarget,
  options: PageLinkOptions,
): PageLink {
  const secret = randomUUID()
  const binding = `post${secret}`
  const inbox = `receive${secret}`
  const frameSessions = new Map<string, CdpSession>()
  const scriptIds = new Map<CdpSession, string[]>()
  const frameIds = new Set<string>()
  /** The frames of each session of another process than the page's. */
  const foreignFrames = new Map<CdpSession, Set<string>>()
  let installed: string | undefined

  const addScripts = (
    session: CdpSession,
    preload: string,
    runImmediately = false,
  ): Promise<unknown> => {
    const { process, inSubFrames } = options
    const settings = { secret, binding, inbox, process, inSubFrames }
    for (const identifier of scriptIds.get(session) ?? []) {
      session.tell('Page.removeScriptToEvaluateOnNewDocument', { identifier })
    }
    const add = (source: string, world?: string): Promise<{ identifier: string }> =>
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source,
        runImmediately,
        ...(world ? { worldName: world } : {}),
      })
    return Promise.all([
      session.send('Runtime.addBinding', { name: binding, executionContextName: worldName }),
      Promise.all([
        add(mainWorldScript(secret, preload)),
        add(preloadWorldScript(settings, preload), worldName),
      ]).then((scripts) =>
        scriptIds.set(
          session,
          scripts.map((script) => script.identifier),
        ),
      ),
    ])
  }

  const follow = (session: CdpSession, mainFrameId: string | undefined): void => {
    const frames = new Map<number, string>()
    const documents = new Map<number, PageDocument>()
    const forget = (contextId: number): void => {
      const document = documents.get(contextId)
      frames.delete(contextId)
      documents.delete(contextId)
      if (!document) return
      document.link.dispose()
      options.documentGone(document)
    }
    const hello = (contextId: number, message: FromPage & { type: 'hello' }): PageDocument => {
      const frameId = frames.get(contextId)!
      const link = createDocumentLink(session, contextId, inbox)
      const isMainFrame = frameId === mainFrameId
      const document = { link, frameId, isMainFrame, url: message.url, origin: message.origin }
      documents.set(contextId, document)
      return document
    }
    session.on('Page.frameAttached', ({ frameId }) => {
      frameIds.add(frameId)
      foreignFrames.get(session)?.add(frameId)
    })
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      foreignFrames.get(session)?.delete(frameId)
      if (reason === 'remove') frameIds.delete(frameId)
    })
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = context.auxData as { frameId?: string }
      if (context.name === worldName && frameId) frames.set(context.id, frameId)
    })
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
      forget(executionContextId),
    )
    session.on('Runtime.executionContextsCleared', () => [...frames.keys()].forEach(forget))
    session.on('Inspector.targetCrashed', () => [...frames.keys()].forEach(forget))
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== binding || !frames.has(executionContextId)) return
      const message = parse(payload)
      if (!message) return
      const document =
        message.type === 'hello'
          ? hello(executionContextId, message)
          : documents.get(executionContextId)
      if (document) options.receive(document, message)
    })
    session.on('Target.detachedFromTarget', ({ sessionId }) => {
      const child = frameSessions.get(sessionId)
      if (child) foreignFrames.delete(child)
      frameSessions.delete(sessionId)
    })
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const child = connection.session(sessionId)
      frameSessions.set(sessionId, child)
      // The id of a frame's target is the frame's own.
      foreignFrames.set(child, new Set([targetInfo.targetId]))
      follow(child, undefined)
      // A frame with inline content in its own process does not wait, so its document may already
      // exist.
      if (installed !== undefined) void addScripts(child, installed, true).catch(() => undefined)
      child.tell('Runtime.runIfWaitingForDebugger')
    })
    session.tell('Page.enable')
    session.tell('Runtime.enable')
    session.tell('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'iframe' }],
    })
  }
  follow(page.session, page.id)

  return {
    hasFrame: (id) => frameIds.has(id),
    hasForeignFrame: (id) => [...foreignFrames.values()].some((frames) => frames.has(id)),
    install: async () => {
      const preload = options.readPreload()
      if (preload === installed) return
      installed = preload
      const sessions = [page.session, ...frameSessions.values()]
      await Promise.all(sessions.map((session) => addScripts(session, preload)))
    },
  }
}
