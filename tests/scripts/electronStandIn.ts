import { readFileSync } from 'node:fs'
import { writeTree } from './temporaryFolder.ts'

/** Marks the place of the fuses in Electron's program; their version and number follow. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const names = [
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeCliInspect',
  'asarIntegrity',
  'onlyLoadAppFromAsar',
  'browserSnapshot',
  'fileProtocolPrivileges',
]

/** Writes what electron-builder needs of Electron's files for Linux: no program, but its fuses. */
export function writeElectronStandIn(folder: string, version: string): void {
  // As Electron is shipped: 1 is on, 0 is off.
  const wire = `${sentinel}\u0001${String.fromCharCode(names.length)}10110001`
  writeTree(folder, { electron: `#!/bin/sh\n# ${wire}\n` }, 0o755)
  writeTree(folder, {
    version,
    LICENSE: '',
    'chrome-sandbox': '',
    'locales/de.pak': '',
    'locales/nl.pak': '',
    'locales/en-US.pak': '',
    'resources/default_app.asar': emptyArchive(),
  })
}

/** Returns the names of the fuses that are on in a program. */
export function readFuses(program: string): string[] {
  const content = readFileSync(program, 'latin1')
  const start = content.indexOf(sentinel) + sentinel.length + 2
  return names.filter((_, index) => content[start + index] === '1')
}

interface Entry {
  files?: Record<string, Entry>
  unpacked?: boolean
}

/** Returns the paths in an archive, and those that lie beside it. */
export function listArchive(file: string): { packed: string[]; unpacked: string[] } {
  const content = readFileSync(file)
  const header = content.toString('utf8', 16, 16 + content.readUInt32LE(12))
  const packed: string[] = []
  const unpacked: string[] = []
  const walk = (entry: Entry, path: string): void => {
    if (!entry.files) (entry.unpacked ? unpacked : packed).push(path)
    for (const [name, inner] of Object.entries(entry.files ?? {})) {
      walk(inner, path === '' ? name : `${path}/${name}`)
    }
  }
  walk(JSON.parse(header) as Entry, '')
  return { packed, unpacked }
}

/** An archive begins with the lengths of its parts, then lists its files as JSON. */
function emptyArchive(): string {
  const header = '{"files":{}}'
  const lengths = Buffer.alloc(16)
  lengths.writeUInt32LE(4, 0)
  lengths.writeUInt32LE(header.length + 8, 4)
  lengths.writeUInt32LE(header.length + 4, 8)
  lengths.writeUInt32LE(header.length, 12)
  return `${lengths.toString('latin1')}${header}`
}
