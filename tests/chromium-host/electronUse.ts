import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { API } from 'typescript/unstable/sync'

const root = join(import.meta.dirname, '../..')
const memberName = /(?<=\.\s*)[a-zA-Z]\w*/g
/** Plain values, which are tested with whatever gives or takes them. */
const values =
  /^(?:__type|Electron|NodeJS|Process|Display|Rectangle|Point|Size)$|(?:Options|Settings|Event|Params|Request|Details)$/

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?[jt]s$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(root, folder, name))
}

/**
 * Returns the members of Electron's modules and classes that a folder of sources with a
 * tsconfig.json uses, such as `BrowserWindow.setBounds`, as TypeScript understands them.
 */
export function membersUsed(folder: string): string[] {
  const api = new API({ cwd: root })
  try {
    const [project] = api
      .updateSnapshot({ openProjects: [join(root, folder, 'tsconfig.json')] })
      .getProjects()
    if (!project) throw new Error(`No project in ${folder}`)
    const used = new Set<string>()
    for (const file of filesBelow(folder)) {
      const places = [...readFileSync(file, 'utf8').matchAll(memberName)].map(({ index }) => index)
      for (const symbol of project.checker.getSymbolAtPosition(file, places)) {
        if (!symbol?.declarations[0]?.path.endsWith('/electron/electron.d.ts')) continue
        const owner = symbol.getParent()?.name
        if (owner !== undefined && !values.test(owner)) used.add(`${owner}.${symbol.name}`)
      }
    }
    return [...used].toSorted()
  } finally {
    api.close()
  }
}

/** Returns whether the contract suite, its app included, names a member anywhere. */
export function createIsCovered(): (member: string) => boolean {
  const own = new Set(['apiCoverage.test.ts', 'electronUse.ts'])
  const named = new Set(
    filesBelow('tests/chromium-host')
      .filter((file) => ![...own].some((name) => file.endsWith(name)))
      .flatMap((file) => readFileSync(file, 'utf8').match(/(?<=[.{,]\s*)[a-zA-Z]\w*/g) ?? []),
  )
  return (member) => named.has(member.split('.')[1] ?? '')
}
