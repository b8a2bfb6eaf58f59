import { join } from 'node:path'
import { falModel, openBenchFal } from '../../../bench/media/openBenchFal.ts'
import { createBlobs, type Blobs } from '../../../../src/main/storage/blobs.ts'
import type { MediaProvider } from '../../../../src/main/media/mediaProvider.ts'
import type { KilledAt } from './killMoments.ts'

/**
 * Runs one job at fal with a large file as its input. It kills its own process at a moment within
 * it; at the others whoever started it does.
 */
const [, , folder = '', origin = '', id = '', killedAt = ''] = process.argv

function pass(moment: KilledAt): void {
  if (moment === killedAt) process.kill(process.pid, 'SIGKILL')
}

function dying(blobs: Blobs): Blobs {
  return {
    ...blobs,
    async create() {
      const writer = await blobs.create()
      return {
        ...writer,
        async finish() {
          const stored = await writer.finish()
          pass('the file has its name')
          return stored
        },
      }
    },
  }
}

function dyingProvider(provider: MediaProvider): MediaProvider {
  const { remote } = provider
  return {
    ...provider,
    submit: (request, context) =>
      provider.submit(request, {
        ...context,
        pay: (send, sent) =>
          context.pay(async (signal) => {
            const answer = await send(signal)
            pass('the answer is there')
            return answer
          }, sent),
      }),
    ...(remote && {
      remote: {
        ...remote,
        async result(...given) {
          const result = await remote.result(...given)
          pass('the result is there')
          return result
        },
      },
    }),
  }
}

const states: Readonly<Record<string, KilledAt>> = {
  waiting: 'the consent is written',
  preparing: 'it is being prepared',
  submitting: 'it is about to be sent',
  queued: 'its id is written',
}

const blobs = createBlobs(join(folder, 'files'))
const media = openBenchFal({
  ...{ folder, origin, blobs: dying(blobs), around: dyingProvider },
  isDeleting: () => true,
  onOutput: () => pass('the row is written'),
  onJob({ state }) {
    const moment = states[state]
    if (moment) pass(moment)
  },
})
const writer = await blobs.create()
await writer.append(Buffer.alloc(300_000, 7))
const stored = await writer.finish()
const input = { ...stored, name: 'input.png', mediaType: 'image/png', outputId: null }
const values = { prompt: 'A cat', image_urls: [input] }
await media.create(values, { id, providerId: 'fal0', modelId: falModel })
