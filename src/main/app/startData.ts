import { contract, type Contract } from '../../shared/ipc/contract.ts'
import type { Handlers } from '../../shared/ipc/define.ts'
import type { Locale } from '../../shared/languages.ts'
import { listedAtOnce } from '../../shared/limits.ts'
import { startDataId, type StartData } from '../../shared/startData.ts'
import { parseOnce } from '../../shared/parseOnce.ts'

type StartHandlers = Partial<Pick<Handlers<Contract>, 'app' | 'chat' | 'settings'>> & {
  providers?: Pick<Handlers<Contract>['providers'], 'list'> | undefined
}

/** The texts of the first paint, by language. The page has the same list of keys. */
const firstTexts = import.meta.glob<object>('../../renderer/locales/*.json', {
  query: '?keys=app,attachments,chat,errors,markdown,providers',
  import: 'default',
})

const firstPage = { before: null, limit: listedAtOnce }

/** Nobody called: the data is for the page that is being served. */
const caller = { windowId: 0 }

/** Returns what the page's first calls would return; undefined if they would fail. */
export async function readStartData(
  handlers: StartHandlers,
  locale: Locale,
): Promise<StartData | undefined> {
  const info = await handlers.app?.info({}, caller)
  const tree = await firstTexts[`../../renderer/locales/${locale}.json`]?.()
  if (!info || !tree) return undefined
  const [preferences, providers, conversations] = await Promise.all([
    handlers.settings?.get({}, caller),
    orNull(async () =>
      parseOnce(contract.providers.list.output, await handlers.providers?.list({}, caller)),
    ),
    orNull(async () =>
      parseOnce(contract.chat.list.output, await handlers.chat?.list(firstPage, caller)),
    ),
  ])
  return {
    info: parseOnce(contract.app.info.output, info),
    preferences: preferences ? parseOnce(contract.settings.get.output, preferences) : null,
    texts: { locale, tree },
    providers,
    conversations,
  }
}

/** Returns null instead of a failure, which the page shows when it asks itself. */
function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  return read().catch(() => null)
}

/** Writes the data into the page's HTML, as JSON that can't end its element. */
export function withStartData(html: string, data: StartData): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  const element = `<script type="application/json" id="${startDataId}">${json}</script>`
  return html.replace('</head>', () => `${element}</head>`)
}
