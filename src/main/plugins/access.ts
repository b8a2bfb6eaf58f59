import type { ConsentFact } from '../consent.ts'
import { isNearbyName } from '../network/hostRule.ts'
import { allowedFolders } from './folders/foldersAtStart.ts'
import type { StoredPlugin } from './pluginTable.ts'
import { plainSettings } from './settings/pluginSettings.ts'

/** The parts of a plugin that decide its access. */
export type AccessPlugin = Pick<StoredPlugin, 'sheet' | 'choices' | 'program' | 'settings'>

/**
 * Returns what a plugin gets on this computer and on the network, as main has worked it out
 * (its folders: withFolders). Values of secret settings are not part of it.
 */
export function accessFacts(plugin: AccessPlugin): ConsentFact[] {
  const { sheet, choices } = plugin
  const hosts = [
    ...sheet.hosts.map(({ host }) => host).filter((host) => !choices.hostsOff.includes(host)),
    ...choices.viewHosts,
  ]
  return [
    { key: 'consentFrom', value: sheet.origin.location },
    ...programFacts(plugin),
    ...hosts.map((value): ConsentFact => ({ key: 'consentHost', value })),
    ...(choices.localNetwork ? [fact('consentLocalNetwork')] : []),
  ]
}

/** Returns the facts of `after` that go beyond `before`. */
export function gainedFacts(
  before: readonly ConsentFact[],
  after: readonly ConsentFact[],
): ConsentFact[] {
  const had = (key: ConsentFact['key'], value: string): boolean =>
    before.some((known) => known.key === key && known.value === value)
  const isNewProgram = after.some(({ key, value }) => key === 'consentRuns' && !had(key, value))
  return after.filter(({ key, value }) => {
    if (key === 'consentNetwork' && had('consentAllNetwork', '')) {
      // A nearby host is no address on the internet.
      return isNearbyHost(value) && !had('consentLocalNetwork', '')
    }
    // Another program has other files of its own.
    if (key === 'consentOwnFiles') return isNewProgram
    // Permission to write includes reading.
    return !had(key, value) && !(key === 'consentReads' && had('consentWrites', value))
  })
}

const accessKeys = { read: 'consentReads', write: 'consentWrites' } as const

function programFacts(plugin: AccessPlugin): ConsentFact[] {
  const { sheet, choices, program } = plugin
  if (!sheet.process) return []
  const { command, arguments: given, environment, sandbox, network } = sheet.process
  const values = plainSettings(plugin)
  const expand = (text: string): string =>
    text.replace(/\$\{user_config\.([^}]+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    )
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const config = program.mcp?.config
  const started = config?.transport === 'stdio' ? Object.entries(config.environment) : []
  const settings = started.map(([name, value]) => `${name}=${value}`)
  const line = [...new Set([...variables, ...settings]), command, ...given]
  const reached = choices.network ?? network
  return [
    fact('consentRuns', line.map(expand).map(quoted).join(' ')),
    fact(sandbox === 'none' ? 'consentNoSandbox' : 'consentOwnFiles'),
    ...allowedFolders(plugin).map(({ path, access }) => fact(accessKeys[access], path)),
    ...(reached === 'all'
      ? [fact('consentAllNetwork')]
      : reached.map((host) => fact('consentNetwork', host))),
  ]
}

function isNearbyHost(host: string): boolean {
  const url = URL.parse(`http://${host}`)
  return url === null || isNearbyName(url)
}

function fact(key: ConsentFact['key'], value = ''): ConsentFact {
  return { key, value }
}

/** Returns a part of a command so that one can tell where it ends. */
function quoted(part: string): string {
  return /^[\w@%+=:,./${}-]+$/.test(part) ? part : JSON.stringify(part)
}
