import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { toWire } from '../../../src/shared/errors.ts'
import { fetchChannelFile } from '../../../src/main/updates/channelFile.ts'
import { readUpdateChannel } from '../../../src/main/updates/updateChannel.ts'
import { canMakeCertificates, makeExpiredCertificate } from '../network/makeCertificate.ts'
import { keys } from './updateServer.ts'

const noRetries = { max: 0, sleep: () => Promise.resolve() }

test.runIf(canMakeCertificates)(
  'a certificate that is not valid by the clock of this computer: a sentence about the clock',
  async () => {
    const { tls } = makeExpiredCertificate()
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, tls.cert])
    onTestFinished(() => setDefaultCACertificates(before))
    const server = createServer(tls, (_request, response) => response.end())
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const channel = readUpdateChannel({
      address: `https://127.0.0.1:${String(port)}/`,
      publicKeys: [keys.publicKey],
      otherHosts: [],
    })
    if (!channel) throw new Error('There is no channel')
    const failure = await fetchChannelFile(channel, 'latest.yml', 5000, noRetries).catch(toWire)
    expect(failure).toMatchObject({
      code: 'updateClock',
      details: { provider: `127.0.0.1:${String(port)}` },
    })
  },
)
