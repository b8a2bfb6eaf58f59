import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Frame, type Page } from 'playwright'
import { findBrowser } from '../../../chromium-host/findBrowser.mjs'
import { openSession } from '../../../scripts/session.mjs'
import { startFakeServer, type FakeServer } from '../../fakes/fakeServer.ts'
import { discard, launch } from '../launch.ts'
import { namedAddress, watchNetwork, type WatchedNetwork } from '../network/watchedNetwork.ts'
import { pluginFrames, seedPluginChat } from '../pluginPage.ts'
import { previewFrames } from '../previewPage.ts'
import { seedChat } from '../seedChat.ts'
import { attackPage, hostOf } from './attackPage.ts'
import { attacks, type Attack } from './attacks.ts'

/**
 * Runs in a separate network namespace: lets the page of a plugin attack Parley, and the same page
 * a browser without Parley's defences. Prints what reached the network.
 */

/** An address of this machine that is not loopback: WebRTC uses no other. */
const ownAddress = '10.99.0.2'
const quietMilliseconds = 5000
const patienceMilliseconds = 40_000

const leaving = attacks.flatMap(({ leaves }, index) => (leaves ? [index] : []))

export interface Escapes {
  /** The names of attacks that reached the network without the defences. */
  undefended: string[]
  /** Names asked for and packets sent by Parley, as seen in the watched network. */
  names: string[]
  packets: number
  datagrams: number
  /** The number of attacks that the page began at the press of its button. */
  ran: number
  /** The number that a preview began: at the press of its button, and one in each that leaves. */
  ranInPreviews: number
  /** The addresses of all frames afterwards. */
  documents: string[]
}

async function countDatagrams() {
  const socket = createSocket('udp4')
  let datagrams = 0
  socket.on('message', () => (datagrams += 1))
  await new Promise<void>((resolve) => socket.bind(0, '0.0.0.0', resolve))
  socket.unref()
  return { address: `${ownAddress}:${String(socket.address().port)}`, count: () => datagrams }
}

async function startSite(udpAddress: string): Promise<FakeServer> {
  const waiting = [...leaving]
  return startFakeServer(({ path, query }, response) => {
    if (path === '/redirect') {
      const [to = ''] = query.keys()
      return void response.writeHead(302, { location: to }).end()
    }
    const html = { 'content-type': 'text/html' }
    if (path === '/next') return void response.end(String(waiting.shift() ?? -1))
    if (path === '/outer') {
      const sources = query.getAll('leave').map((leave) => `/index.html?leave=${leave}`)
      const frames = ['/index.html', ...sources].map(
        (source) => `<iframe src="${source}"></iframe>`,
      )
      return void response.writeHead(200, html).end(frames.join(''))
    }
    response.writeHead(200, html).end(attackPage(udpAddress))
  })
}

async function attackParley(site: FakeServer): Promise<Pick<Escapes, 'ran' | 'documents'>> {
  const folder = seedPluginChat(`${site.origin}/index.html?leave=next`, {
    calls: leaving.length + 1,
  })
  const parley = await launch({ folder, settings: {} })
  const { page } = parley
  await page.getByRole('navigation', { name: 'Chats' }).getByText('Clock').click()
  const opened = leaving.length + 1
  await waitUntil(() => site.requests.filter(({ path }) => path === '/next').length >= opened)
  const used = await findStaying(page)
  const cover = await used
    .frameElement()
    .then((frame) => frame.$('xpath=following-sibling::button'))
  await cover?.click()
  await used.getByRole('button', { name: 'Attack' }).click()
  const ran = await used.evaluate<number>('ran')
  await delay(quietMilliseconds)
  const documents = page.frames().map((frame) => frame.url())
  await discard(parley)
  return { ran, documents }
}

/** Lets previews attack: one by all attacks that stay, then one each by those that leave. */
async function attackFromPreviews(
  udpAddress: string,
): Promise<Pick<Escapes, 'ranInPreviews' | 'documents'>> {
  const pages = [undefined, ...leaving].map((leave) => attackPage(udpAddress, leave))
  const answer = pages.map((each) => `\`\`\`\`html\n${each}\n\`\`\`\``).join('\n\n')
  const parley = await launch({ folder: seedChat('Previews', ['Attack.', answer]), settings: {} })
  const { page } = parley
  await page.getByRole('navigation', { name: 'Chats' }).getByText('Previews').click()
  const buttons = page.getByRole('button', { name: 'Preview', exact: true })
  await waitUntil(async () => (await buttons.count()) === pages.length)
  const documents = new Set<string>()
  let ranInPreviews = 0
  for (const index of pages.keys()) {
    await buttons.nth(index).click()
    await waitUntil(() => previewFrames(page).length > 0)
    const [frame] = previewFrames(page)
    if (index === 0 && frame) {
      await page.getByRole('button', { name: 'Use code.html' }).click()
      await frame.getByRole('button', { name: 'Attack' }).click()
      ranInPreviews += await frame.evaluate<number>('ran')
      await delay(quietMilliseconds)
    } else if (frame) {
      // A frame that is led away answers no more.
      const began = frame.waitForFunction('ran === 1').then(
        () => 1,
        () => 1,
      )
      ranInPreviews += await Promise.race([began, delay(3000, 0)])
      await delay(300)
    }
    for (const each of page.frames()) documents.add(each.url())
    await page.getByRole('button', { name: 'Close preview' }).click()
    await waitUntil(() => previewFrames(page).length === 0)
  }
  await discard(parley)
  return { ranInPreviews, documents: [...documents] }
}

/** Finds the page that is not led away: the pages ask for their attacks in no fixed order. */
async function findStaying(page: Page): Promise<Frame> {
  let staying: Frame | undefined
  await waitUntil(async () => {
    const asked = pluginFrames(page).map(async (frame) => {
      const stays = frame.evaluate<boolean>('stays').catch(() => false)
      // A page that is on its way to another may never answer.
      return (await Promise.race([stays, delay(1000)])) === true ? frame : undefined
    })
    staying = (await Promise.all(asked)).find(Boolean)
    return staying !== undefined
  })
  if (!staying) throw new Error('No page stays')
  return staying
}

async function attackBrowser(site: FakeServer, network: WatchedNetwork, udp: () => number) {
  // Nothing listens there: a connection that is refused at once lets the next begin.
  execFileSync('ip', ['address', 'add', `${namedAddress}/32`, 'dev', 'lo'])
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath ? { executablePath } : {}),
  })
  const byAddress = attacks.findIndex(({ name }) => name === 'call by an address')
  const hasReached = (index: number): boolean =>
    index === byAddress ? udp() > 0 : network.traffic().names.includes(hostOf(index))
  const open = async (leaves: Attack['leaves']): Promise<Page[]> => {
    const indexes = leaving.filter((index) => attacks[index]?.leaves === leaves)
    const groups = leaves === 'frame' ? [indexes] : indexes.map((index) => [index])
    return Promise.all(
      groups.map(async (group) => {
        const page = await browser.newPage()
        const query = group.map((index) => `leave=${String(index)}`).join('&')
        // Some are led away before they are loaded.
        await page.goto(`${site.origin}/outer?${query}`).catch(() => undefined)
        return page
      }),
    )
  }
  const [page] = await open('frame')
  await page?.locator('iframe').first().contentFrame().getByRole('button').click()
  await open('top')
  const all = attacks.map((_, index) => index)
  await waitUntil(() => all.every(hasReached)).catch(() => undefined)
  await browser.close()
  return attacks.flatMap(({ name }, index) => (hasReached(index) ? [name] : []))
}

async function waitUntil(isReached: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMilliseconds
  while (!(await isReached())) {
    if (Date.now() > deadline) throw new Error('It takes too long')
    await delay(50)
  }
}

async function play(): Promise<Escapes> {
  const network = await watchNetwork()
  const session = await openSession(process.env)
  Object.assign(process.env, session.env)
  const udp = await countDatagrams()
  const site = await startSite(udp.address)
  try {
    const attacked = await attackParley(site)
    const fromPreviews = await attackFromPreviews(udp.address)
    const { names, packets } = network.traffic()
    const datagrams = udp.count()
    const undefended = await attackBrowser(site, network, udp.count)
    const documents = [...attacked.documents, ...fromPreviews.documents]
    return { undefended, names, packets, datagrams, ...attacked, ...fromPreviews, documents }
  } finally {
    await site.close()
    await session.close()
  }
}

process.stdout.write(`${JSON.stringify(await play())}\n`)
process.exit(0)
