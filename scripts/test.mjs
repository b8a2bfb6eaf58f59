import { ensureBuilt } from './build.mjs'
import { checks, runCheck } from './checks.mjs'
import { checkElectron } from './contract.mjs'
import { endWithNpm } from './endWithNpm.mjs'
import { ensureInstalled } from './install.mjs'
import { describeOutcome, describeSlowest, summarize } from './outcome.mjs'
import { describeError } from './problem.mjs'
import { projectNode } from './projectNode.mjs'
import { projectRoot } from './projectRoot.mjs'
import { openSession } from './session.mjs'
import { runSuite, suites } from './suites.mjs'
import { ensurePackages } from './systemPackages.mjs'
import { parseTestArguments, testHelp } from './testArguments.mjs'
import { testPackages } from './testPackages.mjs'
import { whilePreparing } from './whilePreparing.mjs'

const say = (/** @type {string} */ line) => console.log(line)
const onBuild = ['e2e', 'disk', 'package']
/** @type {import('./outcome.mjs').Outcome[]} */
const outcomes = []

/** @param {import('./outcome.mjs').Outcome} outcome */
function record(outcome) {
  outcomes.push(outcome)
  say(describeOutcome(outcome))
}

/**
 * Runs a preparation and counts it as a check. If it fails, the steps that need it are skipped.
 * @param {string} name
 * @param {() => Promise<unknown>} action
 * @returns {Promise<boolean>}
 */
async function prepare(name, action) {
  const start = performance.now()
  const complaint = await action().then(() => '', describeError)
  const isDone = complaint === ''
  record({
    name,
    passed: isDone ? 1 : 0,
    failed: isDone ? 0 : 1,
    skipped: 0,
    output: complaint,
    milliseconds: performance.now() - start,
  })
  return isDone
}

/** @param {string[]} selected @param {import('./outcome.mjs').StepContext} context */
async function runChecks(selected, context) {
  const waiting = checks.filter(({ part }) => selected.includes(part))
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      record(await runCheck(check, context))
    }
  }
  await Promise.all([worker(), worker()])
}

/** @returns {Promise<boolean>} */
async function prepareSystem() {
  if (process.platform !== 'linux') return true
  return prepare('system packages', () => ensurePackages(testPackages, say))
}

/** @param {import('./outcome.mjs').StepContext} context */
function prepareBuild({ root, node }) {
  return prepare('build', () => whilePreparing(root, say, () => ensureBuilt(root, node, say)))
}

/**
 * @param {typeof suites} wanted
 * @param {{ isReady: boolean, isBuilt: boolean }} state
 * @param {import('./outcome.mjs').StepContext} context
 */
async function runSuites(wanted, { isReady, isBuilt }, context) {
  if (wanted.length === 0 || !isReady) return
  const session = await openSession(context.env)
  try {
    for (const suite of wanted) {
      if (onBuild.includes(suite.part) && !isBuilt) continue
      say(`… ${suite.part}`)
      record(await runSuite(suite, { ...context, env: session.env }))
    }
  } finally {
    await session.close()
  }
}

/** @param {string[]} given */
async function test(given) {
  const { selected, filters, onElectron } = parseTestArguments(given)
  const wanted = suites.filter(({ part }) => selected.includes(part))
  // These packages come over the network while npm installs its own and the checks run.
  const systemReady = wanted.length > 0 ? prepareSystem() : Promise.resolve(true)
  const node = await whilePreparing(projectRoot, say, async () => {
    await ensureInstalled(projectRoot, say)
    return projectNode(projectRoot)
  })
  if (onElectron) checkElectron(projectRoot)
  const env = { ...process.env, ...(onElectron && { PARLEY_CONTRACT: 'electron' }) }
  const context = { root: projectRoot, node, env, filters }
  // The last of the checks leaves processors free.
  const needsBuild = wanted.some(({ part }) => part !== 'contract')
  const built = needsBuild ? prepareBuild(context) : Promise.resolve(true)
  await runChecks(selected, context)
  const [isReady, isBuilt] = await Promise.all([systemReady, built])
  await runSuites(wanted, { isReady, isBuilt }, context)
}

async function main() {
  const given = process.argv.slice(2)
  if (given.includes('--help')) return say(testHelp)
  const complaint = await test(given).then(() => '', describeError)
  if (complaint) {
    console.error(complaint)
    outcomes.push({ name: 'run', passed: 0, failed: 1, skipped: 0, output: '', milliseconds: 0 })
  }
  process.exitCode = outcomes.some(({ failed }) => failed > 0) ? 1 : 0
  const slowest = describeSlowest(outcomes)
  if (slowest) say(slowest)
  say(summarize(outcomes))
}

endWithNpm(process.env)
await main()
