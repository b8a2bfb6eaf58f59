import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import type { FakeBedrock, FakeBedrockOptions } from '../../../fakes/fakeBedrock.ts'
import { startFakeServer } from '../../../fakes/fakeServer.ts'
import { collect } from '../collect.ts'
import { openBedrock } from './openBedrock.ts'

let fake: FakeBedrock

async function start(options?: FakeBedrockOptions) {
  fake = await startFakeBedrock(options)
  return fake
}

afterEach(async () => {
  vi.unstubAllEnvs()
  await fake.close()
})

describe('an access key', () => {
  test('may come with a session token', async () => {
    await start({
      key: { accessKeyId: 'ASIAFAKE', secretAccessKey: 's/e+cret', sessionToken: 'to:k/en==' },
    })
    const good = openBedrock(fake.origin, { key: 'ASIAFAKE:s/e+cret:to:k/en==' })
    expect((await collect(good)).text).toBe('Hello.')
    const without = openBedrock(fake.origin, { key: 'ASIAFAKE:s/e+cret' })
    expect((await collect(without)).error?.code).toBe('keyRefused')
  })

  test('with a wrong secret makes a wrong signature', async () => {
    await start()
    const { error } = await collect(openBedrock(fake.origin, { key: 'AKIAFAKEPARLEY:wrong' }))
    expect(error).toMatchObject({ code: 'keyRefused', details: { status: 403 } })
    expect(error?.details.answer).toContain('does not match')
  })

  test.each([
    [null, 'keyMissing'],
    ['', 'keyMissing'],
    ['AKIAFAKEPARLEY', 'keyMalformed'],
    ['AKIA FAKE:secret', 'keyMalformed'],
    [':secret', 'keyMalformed'],
  ])('%j sends nothing', async (key, code) => {
    await start()
    expect((await collect(openBedrock(fake.origin, { key }))).error?.code).toBe(code)
    expect(fake.requests).toHaveLength(0)
  })

  test('is all that is looked at, whatever the environment says', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAOTHER')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'other')
    vi.stubEnv('AWS_SESSION_TOKEN', 'other')
    vi.stubEnv('AWS_BEARER_TOKEN_BEDROCK', 'other')
    vi.stubEnv('AWS_REGION', 'us-west-2')
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9')
    vi.stubEnv('AWS_ENDPOINT_URL_BEDROCK_RUNTIME', 'http://127.0.0.1:9')
    vi.stubEnv('AWS_USE_FIPS_ENDPOINT', 'true')
    vi.stubEnv('AWS_MAX_ATTEMPTS', '9')
    await start()
    expect((await collect(openBedrock(fake.origin))).text).toBe('Hello.')
  })
})

describe('a bearer token', () => {
  test('goes along instead of a signature', async () => {
    await start({ bearer: 'ABSKfake' })
    const open = (key: string) => openBedrock(fake.origin, { key, aws: { credentials: 'bearer' } })
    expect((await collect(open('ABSKfake'))).text).toBe('Hello.')
    expect((await collect(open('ABSKwrong'))).error?.code).toBe('keyRefused')
  })
})

describe('a profile', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-aws-'))
    write('config', '')
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  const path = (name: string) => join(folder, name)
  const write = (name: string, text: string) => writeFileSync(path(name), text)
  const section = (name: string, secret: string) =>
    `[${name}]\naws_access_key_id = AKIAFAKEPARLEY\naws_secret_access_key = ${secret}\n`
  const open = (profile: string) =>
    openBedrock(fake.origin, {
      key: null,
      aws: { credentials: 'profile', profile },
      awsFiles: { credentials: path('credentials'), config: path('config') },
    })

  test('is read at each request', async () => {
    await start()
    write('credentials', section('work', 'wrong'))
    const provider = open('work')
    expect((await collect(provider)).error?.code).toBe('keyRefused')
    write('credentials', section('work', fake.key.secretAccessKey))
    expect((await collect(provider)).text).toBe('Hello.')
  })

  test('that is missing is named', async () => {
    await start()
    write('credentials', section('work', fake.key.secretAccessKey))
    const { error } = await collect(open('home'))
    expect(error).toMatchObject({ code: 'credentialsMissing', details: { subject: 'home' } })
    expect(fake.requests).toHaveLength(0)
  })

  test('is missing where there are no files', async () => {
    await start()
    rmSync(path('config'))
    expect((await collect(open('default'))).error?.code).toBe('credentialsMissing')
  })

  test('with a role gets its credentials over our own transport', async () => {
    await start({
      key: { accessKeyId: 'ASIAROLE', secretAccessKey: 'role', sessionToken: 'session' },
    })
    const expiration = new Date(Date.now() + 3_600_000).toISOString()
    const sts = await startFakeServer(({ text }, response) => {
      if (text.includes('denied')) {
        response.writeHead(403, { 'content-type': 'text/xml' })
        response.end(
          '<ErrorResponse><Error><Code>AccessDenied</Code><Message>You may not.</Message></Error></ErrorResponse>',
        )
        return
      }
      response.writeHead(200, { 'content-type': 'text/xml' })
      response.end(
        `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIAROLE</AccessKeyId><SecretAccessKey>role</SecretAccessKey><SessionToken>session</SessionToken><Expiration>${expiration}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
      )
    })
    vi.stubEnv('AWS_ENDPOINT_URL_STS', sts.origin)
    const role = (name: string) =>
      `[profile ${name}]\nrole_arn = arn:aws:iam::1:role/${name}\nsource_profile = work\n`
    write('credentials', section('work', 'any'))
    write('config', role('granted') + role('denied'))
    const granted = open('granted')
    expect((await collect(granted)).text).toBe('Hello.')
    expect((await collect(granted)).text).toBe('Hello.')
    expect(sts.requests).toHaveLength(1)
    expect((await collect(open('denied'))).error?.code).toBe('permissionDenied')
    await sts.close()
  })

  test.skipIf(process.platform === 'win32').each([
    [4, 'anew at each request'],
    [6, 'once'],
  ])('whose credentials end in %i minutes is asked %s', async (minutes, times) => {
    await start()
    write(
      'process.sh',
      `#!/bin/sh
echo asked >> "${path('asked')}"
cat "${path('answer.json')}"
`,
    )
    chmodSync(path('process.sh'), 0o700)
    write(
      'answer.json',
      JSON.stringify({
        Version: 1,
        AccessKeyId: fake.key.accessKeyId,
        SecretAccessKey: fake.key.secretAccessKey,
        Expiration: new Date(Date.now() + minutes * 60_000).toISOString(),
      }),
    )
    write('config', `[profile ends]\ncredential_process = ${path('process.sh')}\n`)
    write('credentials', '')
    const provider = open('ends')
    for (let replies = 0; replies < 3; replies += 1) {
      expect((await collect(provider)).text).toBe('Hello.')
    }
    const asked = readFileSync(path('asked'), 'utf8').trim().split('\n').length
    if (times === 'once') expect(asked).toBe(1)
    else expect(asked).toBeGreaterThanOrEqual(3)
  })
})
