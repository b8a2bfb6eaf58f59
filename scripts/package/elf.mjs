import { closeSync, openSync, readSync } from 'node:fs'
import { relative } from 'node:path'
import { listFiles } from '../fingerprint.mjs'
import { problem } from '../problem.mjs'

/** The offset of `e_machine`, the processor, in the head of an ELF file, in bytes. */
const machineAt = 18
const magic = 0x7f454c46
/** The values of `e_machine` by Node's names. */
const machines = new Map([
  ['x64', 62],
  ['arm64', 183],
])

/**
 * Returns the processor that an ELF file's head names; undefined if the file is no ELF file.
 * @param {string} file
 */
function readMachine(file) {
  const head = Buffer.alloc(machineAt + 2)
  const handle = openSync(file, 'r')
  const bytes = readSync(handle, head)
  closeSync(handle)
  return bytes === head.length && head.readUInt32BE() === magic
    ? head.readUInt16LE(machineAt)
    : undefined
}

/**
 * Returns whether a program or library of Linux is for a processor.
 * @param {string} file
 * @param {string} arch by Node's name
 */
export const isForProcessor = (file, arch) => readMachine(file) === machines.get(arch)

/**
 * Throws a problem that names the programs and libraries below a folder that are for another
 * processor.
 * @param {string} folder
 * @param {import('./architectures.mjs').Architecture} arch
 */
export function refuseForeignPrograms(folder, arch) {
  const foreign = listFiles(folder).filter(
    (file) => readMachine(file) !== undefined && !isForProcessor(file, arch),
  )
  if (foreign.length === 0) return
  const names = foreign.map((file) => relative(folder, file)).join(', ')
  throw problem(`A package for ${arch} can't hold these, which are for another processor: ${names}`)
}
