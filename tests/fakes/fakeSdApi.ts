import { sendJson, startFakeServer } from './fakeServer.ts'
import type { FakeServer } from './fakeServer.ts'

export interface FakeSdApi extends FakeServer {
  /** The bodies of the requests for pictures. */
  painted: { path: string; body: Record<string, unknown> }[]
  interrupts: () => number
  /** Keeps the next pictures unfinished until the function that it returns is called. */
  hold: () => () => void
  /** Answers the next requests for pictures so. */
  fail: (status: number, body: unknown) => void
  /** Closes the next connections before the end of the answer, which lacks so many letters. */
  cut: (letters: number) => void
}

export interface FakeSdApiOptions {
  /** Value of `--api-auth`: every request needs it. */
  login?: string
  models?: readonly unknown[]
}

/** Starts Automatic1111's interface, which paints one colour. */
export async function startFakeSdApi(
  picture: Uint8Array,
  {
    login,
    models = [{ title: 'sdxl.safetensors [abc]', model_name: 'sdxl', hash: 'abc' }],
  }: FakeSdApiOptions = {},
): Promise<FakeSdApi> {
  const painted: FakeSdApi['painted'] = []
  const base64 = Buffer.from(picture).toString('base64')
  let interrupts = 0
  let held: Promise<void> = Promise.resolve()
  let cutLetters = 0
  let failure: { status: number; body: unknown } | undefined

  const server = await startFakeServer(async ({ method, path, body, ended, headers }, response) => {
    const expected = login && `Basic ${Buffer.from(login).toString('base64')}`
    if (expected && headers['authorization'] !== expected) {
      return sendJson(response, 401, { detail: 'Incorrect username or password' })
    }
    const said = {
      '/sdapi/v1/sd-models': models,
      '/sdapi/v1/samplers': [{ name: 'Euler a' }, { name: 'DPM++ 2M' }],
      '/sdapi/v1/progress': { progress: 0.5, eta_relative: 1, current_image: base64 },
    }[path]
    if (said !== undefined) return sendJson(response, 200, said)
    if (method === 'POST' && path === '/sdapi/v1/interrupt') {
      interrupts += 1
      return sendJson(response, 200, {})
    }
    if (method !== 'POST' || !/^\/sdapi\/v1\/(?:txt|img)2img$/.test(path)) {
      return sendJson(response, 404, { detail: 'Not Found' })
    }
    const fields = body as Record<string, unknown>
    painted.push({ path, body: fields })
    await Promise.race([held, ended])
    if (failure) return sendJson(response, failure.status, failure.body)
    const count = Number(fields['batch_size'] ?? 1)
    const seed = Number(fields['seed'] ?? 1)
    const seeds = Array.from({ length: count }, (_, index) => seed + index)
    const answer = {
      images: seeds.map(() => base64),
      parameters: fields,
      info: JSON.stringify({ seed, all_seeds: seeds }),
    }
    if (cutLetters === 0) return sendJson(response, 200, answer)
    const text = JSON.stringify(answer)
    response.writeHead(200, { 'content-length': text.length })
    response.write(text.slice(0, -cutLetters), () => response.socket?.end())
  })

  return {
    ...server,
    painted,
    interrupts: () => interrupts,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    cut(letters) {
      cutLetters = letters
    },
    fail(status, body) {
      failure = { status, body }
    },
  }
}
