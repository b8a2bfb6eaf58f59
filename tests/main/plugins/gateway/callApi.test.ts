import { expect, test } from 'vitest'
import type { AppError } from '../../../../src/shared/errors.ts'
import { callApi, type ApiCallOptions } from '../../../../src/main/plugins/gateway/callApi.ts'
import { shownRequest } from '../../../../src/main/plugins/gateway/shownRequest.ts'
import { serveLocally } from '../../network/serveLocally.ts'

const secret = 'geheim-"4711"/x'

/** Returns a call to a plugin's server with one secret and one plain setting. */
function callTo(url: string, options: Partial<ApiCallOptions> = {}): ApiCallOptions {
  const { host, origin } = new URL(url)
  return {
    sheet: {
      title: 'Weather',
      type: 'default',
      hosts: [{ host, sends: ['arguments', 'settings', 'secrets'], required: true }],
      settings: { type: 'object', properties: { KEY: {}, unit: {} } },
      secretSettings: ['KEY'],
    },
    identifier: 'weather',
    tool: 'today',
    route: { kind: 'post', url },
    argumentsText: '{ "city": "Zürich" }',
    settings: { KEY: secret, unit: 'C' },
    secretOrigins: [origin],
    choices: { hostsOff: [], localNetwork: true },
    signal: null,
    ...options,
  }
}

const settingsOf = (text: unknown): unknown => JSON.parse(String(text))

test('the raw arguments are the body, and the settings are a header', async () => {
  const server = await serveLocally((_request, response) =>
    response.setHeader('content-type', 'text/plain').end('sunny'),
  )
  const answer = await callApi(callTo(`${server.origin}/api/today`))
  expect(answer).toMatchObject({ text: 'sunny', isCut: false, file: null, status: 200 })
  expect(answer).toMatchObject({ sentBytes: 21, receivedBytes: 5 })
  const [request] = server.requests
  expect(request).toMatchObject({ method: 'POST', body: '{ "city": "Zürich" }', url: '/api/today' })
  for (const name of ['x-parley-plugin-settings', 'x-lobe-plugin-settings']) {
    expect(settingsOf(request?.headers[name])).toEqual({ KEY: secret, unit: 'C' })
  }
})

test('a host gets only the settings that the sheet names', async () => {
  const server = await serveLocally((_request, response) => response.end())
  const { sheet, ...call } = callTo(server.origin)
  const withSends = (sends: ('arguments' | 'settings' | 'secrets')[]) =>
    callApi({ ...call, sheet: { ...sheet, hosts: [{ ...sheet.hosts[0]!, sends }] } })
  await withSends(['arguments'])
  await withSends(['arguments', 'settings'])
  await callApi({ ...call, sheet, secretOrigins: ['https://else.test'] })
  const header = 'x-parley-plugin-settings'
  expect(server.requests[0]?.headers).not.toHaveProperty(header)
  expect(settingsOf(server.requests[1]?.headers[header])).toEqual({ unit: 'C' })
  expect(settingsOf(server.requests[2]?.headers[header])).toEqual({ unit: 'C' })
})

test('secrets do not travel in the clear, except nearby', () => {
  const shown = (url: string) =>
    shownRequest(callTo(url)).headers.find(([name]) => name.startsWith('X-Parley'))?.[1]
  expect(shown('https://api.example.com/')).toContain('KEY')
  expect(shown('http://127.0.0.1/')).toContain('KEY')
  expect(shown('http://192.168.1.1/')).toContain('KEY')
  expect(shown('http://api.example.com/')).not.toContain('KEY')
  expect(shown('http://nas.local/')).not.toContain('KEY')
})

test('the plugin’s own gateway gets the names with the arguments', async () => {
  const server = await serveLocally((_request, response) => response.end('ok'))
  const url = `${server.origin}/gateway`
  await callApi(callTo(url, { route: { kind: 'gateway', url } }))
  expect(JSON.parse(server.requests[0]!.body)).toEqual({
    identifier: 'weather',
    apiName: 'today',
    arguments: '{ "city": "Zürich" }',
    type: 'default',
  })
})

test('a host that the sheet does not name, or the user turned off, is not asked', async () => {
  const server = await serveLocally((_request, response) => response.end())
  const call = callTo(server.origin)
  const refused = {
    code: 'pluginNetworkRefused',
    details: { subject: new URL(server.origin).host },
  }
  await expect(callApi({ ...call, sheet: { ...call.sheet, hosts: [] } })).rejects.toMatchObject(
    refused,
  )
  for (const choices of [
    { hostsOff: [new URL(server.origin).host], localNetwork: true },
    { hostsOff: [], localNetwork: false },
  ]) {
    await expect(callApi({ ...call, choices })).rejects.toMatchObject(refused)
  }
  expect(server.requests).toEqual([])
})

test.each([
  ['PluginSettingsInvalid', 422, 'pluginSettingsInvalid', 'Weather'],
  ['PluginApiParamsError', 422, 'pluginArgumentsInvalid', 'today'],
  ['BadRequest', 400, 'pluginArgumentsInvalid', 'today'],
  ['MethodNotAllowed', 405, 'pluginServerFailed', 'Weather'],
  ['PluginApiNotFound', 404, 'pluginNotFound', 'today'],
  ['PluginMetaNotFound', 404, 'pluginNotFound', 'today'],
  ['PluginManifestNotFound', 404, 'pluginNotFound', 'today'],
  ['PluginMarketIndexInvalid', 490, 'pluginManifestInvalid', 'Weather'],
  ['PluginMetaInvalid', 490, 'pluginManifestInvalid', 'Weather'],
  ['PluginManifestInvalid', 490, 'pluginManifestInvalid', 'Weather'],
  ['PluginMarketIndexNotFound', 590, 'pluginNotFound', 'today'],
  ['PluginGatewayError', 500, 'pluginServerFailed', 'Weather'],
  ['PluginOpenApiInitError', 500, 'pluginServerFailed', 'Weather'],
  ['PluginServerError', 500, 'pluginServerFailed', 'Weather'],
  ['', 490, 'pluginManifestInvalid', 'Weather'],
  ['', 590, 'pluginNotFound', 'today'],
  ['', 401, 'pluginSettingsInvalid', 'Weather'],
  ['', 503, 'pluginServerFailed', 'Weather'],
  ['constructor', 418, 'pluginServerFailed', 'Weather'],
])('the error %s with status %i is %s', async (errorType, status, code, subject) => {
  const server = await serveLocally(({ headers }, response) => {
    const settings: unknown = JSON.parse(String(headers['x-lobe-plugin-settings']))
    const message = `Not with the key ${secret} nor ${JSON.stringify(secret)}`
    response
      .writeHead(status)
      .end(JSON.stringify({ body: { message, settings }, ...(errorType !== '' && { errorType }) }))
  })
  const error = await callApi(callTo(server.origin)).catch((thrown: AppError) => thrown)
  expect(error).toMatchObject({ code, details: { status, subject } })
  const said = JSON.stringify(error) + String((error as AppError).message)
  expect(said).toContain('Not with the key')
  expect(said).not.toContain('geheim')
  expect(said).not.toContain('4711')
})

test.each([
  ['a page', '<!doctype html><title>Oops</title>', ''],
  ['a text', 'The city is unknown', 'The city is unknown'],
  ['a list', '["x"]', '["x"]'],
  ['nothing', '', ''],
])('an error with %s is told', async (_what, body, said) => {
  const server = await serveLocally((_request, response) => response.writeHead(500).end(body))
  await expect(callApi(callTo(server.origin))).rejects.toMatchObject({
    code: 'pluginServerFailed',
    message: `The plugin's server answered with status 500.${said && ` It said: ${said}`}`,
  })
})

test('a result is text in its own encoding, without the secrets it echoes', async () => {
  const server = await serveLocally(({ headers }, response) =>
    response
      .setHeader('content-type', 'application/json; charset=iso-8859-1')
      .end(Buffer.from(`Zürich ${String(headers['x-lobe-plugin-settings'])}`, 'latin1')),
  )
  const { text } = await callApi(callTo(server.origin))
  expect(text).toBe('Zürich {"KEY":"•••","unit":"C"}')
})

test('a long result is cut', async () => {
  const server = await serveLocally((_request, response) => response.end('x'.repeat(2_000_000)))
  const { text, isCut } = await callApi(callTo(server.origin))
  expect(text).toHaveLength(1024 * 1024)
  expect(isCut).toBe(true)
})

test('a picture is a file', async () => {
  const server = await serveLocally((_request, response) =>
    response.setHeader('content-type', 'image/png').end(Buffer.from([1, 2, 3])),
  )
  const { text, file } = await callApi(callTo(server.origin))
  expect(text).toBe('')
  expect(file).toEqual({ mediaType: 'image/png', bytes: new Uint8Array([1, 2, 3]) })
})

test('a dry run shows the request without the secrets, and sends nothing', async () => {
  const server = await serveLocally((_request, response) => response.end())
  const shown = shownRequest(callTo(`${server.origin}/api`))
  expect(shown).toMatchObject({
    method: 'POST',
    url: `${server.origin}/api`,
    body: '{ "city": "Zürich" }',
  })
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'X-Parley-Plugin-Settings': '{"KEY":"***","unit":"C"}',
  })
  expect(JSON.stringify(shown)).not.toContain('geheim')
  expect(server.requests).toEqual([])
})
