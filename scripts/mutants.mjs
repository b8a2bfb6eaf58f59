import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listFaults } from './faults.mjs'
import { describeError } from './problem.mjs'
import { projectRoot } from './projectRoot.mjs'
import { runCommand } from './runCommand.mjs'

/**
 * A fault, and the part of `npm test` that found it first, or null.
 * @typedef {import('./faults.mjs').Fault} Fault
 * @typedef {{ fault: Fault, foundBy: string | null }} Result
 */

const folder = join(projectRoot, '.cache', 'mutants')
const tree = join(folder, 'tree')
const timeout = 15 * 60_000

const usage = `Usage: node scripts/mutants.mjs [--count 120] [--seed 1] [--parts types,unit]

Seeds one fault after the other into a copy of the last commit, and notes which part of the
suite finds it first: types, unit, markdown, parts or e2e. Continues what an earlier run of the
same commit, seed and parts began.`

/** The rooms among which the faults are spread by lines: src/main/chat, src/shared, … */
const roomOf = (/** @type {string} */ file) =>
  file
    .split('/')
    .slice(0, file.startsWith('src/main') || file.startsWith('src/renderer') ? 3 : 2)
    .join('/')

/**
 * Chooses the faults. Each room has a share by its lines; a hash with the seed decides which.
 * @param {number} count
 * @param {string} seed
 */
function chooseFaults(count, seed) {
  const files = globSync('{src,chromium-host}/**/*.{ts,tsx}', { cwd: tree }).sort()
  /** @type {Map<string, { lines: number, faults: Fault[] }>} */
  const rooms = new Map()
  for (const file of files) {
    const code = readFileSync(join(tree, file), 'utf8')
    const room = rooms.get(roomOf(file)) ?? { lines: 0, faults: [] }
    room.lines += code.split('\n').length
    room.faults.push(...listFaults(file, code))
    rooms.set(roomOf(file), room)
  }
  const lines = [...rooms.values()].reduce((sum, room) => sum + room.lines, 0)
  let dueSoFar = 0
  let chosenSoFar = 0
  return [...rooms.values()].flatMap((room) => {
    dueSoFar += (count * room.lines) / lines
    const share = Math.round(dueSoFar) - chosenSoFar
    chosenSoFar += share
    const ranked = room.faults.map((fault) => ({ fault, rank: hash(`${seed} ${nameOf(fault)}`) }))
    return ranked
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, share)
      .map(({ fault }) => fault)
  })
}

const hash = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex')
const nameOf = (/** @type {Fault} */ { file, start, replacement }) =>
  `${file}:${start}:${replacement}`

/** @param {string[]} commandLine */
const run = ([command = '', ...commandArguments]) =>
  runCommand(command, commandArguments, { cwd: tree, timeout })

const git = (/** @type {string[]} */ ...words) => runCommand('git', ['-C', projectRoot, ...words])
const removeTree = () => git('worktree', 'remove', '--force', tree)

/** Makes a copy of the last commit, which shares the packages. */
async function prepareTree() {
  mkdirSync(folder, { recursive: true })
  await removeTree()
  const { code, output } = await git('worktree', 'add', '--detach', '--force', tree)
  if (code !== 0) throw new Error(output)
  await runCommand('cp', ['-al', join(projectRoot, 'node_modules'), join(tree, 'node_modules')])
}

/**
 * Returns vitest's arguments for the tests that reach a file. Those of the host start it as a
 * process, which no import shows.
 * @param {string} file
 */
const testsOf = (file) =>
  file.startsWith('chromium-host') ? ['tests/chromium-host'] : ['related', file]

/**
 * Returns whether a part of the suite fails.
 * @param {string} part
 * @param {Fault} fault
 */
async function finds(part, { file }) {
  const node = join(tree, 'node_modules', '.bin', 'node')
  const inSession = [node, 'scripts/runInSession.mjs']
  /** @type {Record<string, string[]>} */
  const commands = {
    types: [node, 'scripts/test.mjs', 'types'],
    unit: [...inSession, 'vitest', ...testsOf(file), '--run', '--bail=1', '--retry=0'],
  }
  const command = commands[part] ?? [node, 'scripts/test.mjs', part]
  return (await run(command)).code !== 0
}

/** @param {Fault} fault @param {string[]} parts */
async function judge(fault, parts) {
  const path = join(tree, fault.file)
  const code = readFileSync(path, 'utf8')
  writeFileSync(path, code.slice(0, fault.start) + fault.replacement + code.slice(fault.end))
  try {
    for (const part of parts) if (await finds(part, fault)) return part
    return null
  } finally {
    writeFileSync(path, code)
  }
}

/**
 * Returns the file of the results, of which each commit, seed and list of parts has its own.
 * @param {string} seed @param {string[]} parts
 */
async function resultsFileOf(seed, parts) {
  const { output } = await git('rev-parse', '--short', 'HEAD')
  return join(folder, `${[output.trim(), seed, ...parts].join('-')}.jsonl`)
}

/** @param {string} resultsFile @returns {Result[]} */
function readResults(resultsFile) {
  if (!existsSync(resultsFile)) return []
  const lines = readFileSync(resultsFile, 'utf8').trimEnd().split('\n')
  return lines.map((line) => /** @type {Result} */ (JSON.parse(line)))
}

/** @param {Result[]} results */
function describe(results) {
  const parts = Map.groupBy(results, ({ foundBy }) => foundBy ?? 'nobody')
  const counts = [...parts].map(([part, list]) => `${part} ${list.length}`).join(', ')
  const missed = results.filter(({ foundBy }) => foundBy === null)
  return [
    ...missed.map(({ fault }) => `missed ${fault.file}:${fault.line} → ${fault.replacement}`),
    `${results.length} faults: ${counts}`,
  ].join('\n')
}

async function main() {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '120' },
      seed: { type: 'string', default: '1' },
      parts: { type: 'string', default: 'types,unit' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  await prepareTree()
  const parts = values.parts.split(',')
  const faults = chooseFaults(Number(values.count), values.seed)
  const resultsFile = await resultsFileOf(values.seed, parts)
  const results = readResults(resultsFile)
  const known = new Set(results.map(({ fault }) => nameOf(fault)))
  for (const fault of faults) {
    if (known.has(nameOf(fault))) continue
    const result = { fault, foundBy: await judge(fault, parts) }
    results.push(result)
    appendFileSync(resultsFile, `${JSON.stringify(result)}\n`)
    console.log(`${result.foundBy ?? 'missed'} ${fault.file}:${fault.line} → ${fault.replacement}`)
  }
  await removeTree()
  console.log(describe(results))
}

main().catch((error) => {
  console.error(describeError(error))
  process.exitCode = 1
})
