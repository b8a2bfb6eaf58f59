import { readFileSync } from 'node:fs'
import type { IpcNetConnectOpts, TcpNetConnectOpts } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The address of an X server with its authentication. */
export interface DisplayAddress {
  /** Addresses at which the server may listen, in the order to try. */
  places: readonly (IpcNetConnectOpts | TcpNetConnectOpts)[]
  number: string
}

const firstPort = 6000

/** Parses `host:number.screen`; undefined for anything else. */
export function parseDisplay(name: string | undefined): DisplayAddress | undefined {
  const match = /^(?:unix)?([^:]*):(\d+)(?:\.\d+)?$/.exec(name ?? '')
  if (!match) return undefined
  const [, host = '', number = ''] = match
  return host === '' || host === '/'
    ? { places: localPlaces(number), number }
    : { places: [{ host, port: firstPort + Number(number) }], number }
}

/**
 * Returns the sockets of a server on this machine. On Linux the abstract one comes first, as in X's
 * own libraries: a server that ends removes the file of one that has taken its number meanwhile.
 */
function localPlaces(number: string): { path: string }[] {
  const path = `/tmp/.X11-unix/X${number}`
  return process.platform === 'linux' ? [{ path: `\0${path}` }, { path }] : [{ path }]
}

export const cookieName = 'MIT-MAGIC-COOKIE-1'

/** Returns a display's cookie from an Xauthority file; undefined if there is none. */
export function findCookie(file: Buffer, displayNumber: string): Buffer | undefined {
  let offset = 2
  const field = (): Buffer => {
    const length = file.readUInt16BE(offset)
    offset += 2 + length
    return file.subarray(offset - length, offset)
  }
  while (offset + 8 <= file.length) {
    const [, number, name, data] = [field(), field(), field(), field()]
    offset += 2
    const isMeant = number.length === 0 || number.toString() === displayNumber
    if (isMeant && name.toString() === cookieName) return data
  }
  return undefined
}

export function readCookie(displayNumber: string): Buffer | undefined {
  const path = process.env['XAUTHORITY'] ?? join(homedir(), '.Xauthority')
  try {
    return findCookie(readFileSync(path), displayNumber)
  } catch {
    return undefined
  }
}
