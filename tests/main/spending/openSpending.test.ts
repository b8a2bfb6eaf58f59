import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHistory } from '../../../src/main/app/history.ts'
import { migrations } from '../../../src/main/app/migrations.ts'
import { withOwnPrice } from '../../../src/main/providers/models/withOwnPrice.ts'
import { openStore } from '../settings/openRealStore.ts'
import { createSettings } from '../../../src/main/settings/settingsStore.ts'
import { openSpending } from '../../../src/main/spending/openSpending.ts'
import { connect } from '../../../src/main/storage/connection.ts'
import { historyPath } from '../../../src/main/storage/paths.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { spending as contract } from '../../../src/shared/spending.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import {
  chatId,
  cheap,
  dear,
  describeModel,
  local,
  noon,
  openLedger,
  unpriced,
} from './openLedger.ts'

const caller = { windowId: 1 }

/** Opens the feature on a real file, with a ledger of these requests. */
function open(requests: Parameters<typeof openLedger>[0]) {
  const folder = temporaryFolder()
  const settings = createSettings({
    folder,
    openStore,
    broadcast: () => undefined,
  })
  const path = join(folder, 'saved.csv')
  let places: (string | null)[] = [path]
  let changed: (() => void) | undefined
  const history = createHistory({
    folder,
    migrations,
    log: () => undefined,
    rebuild: () => Promise.reject(new Error('Nothing is damaged here')),
  })
  const feature = openSpending(
    { history, log: () => undefined, createBroadcast: () => () => changed?.() },
    {
      describe: async (model) => {
        const found = describeModel(model)
        if (!found) throw new AppError('providerMissing', 'It is gone')
        return withOwnPrice(found, settings.get().spending.prices)
      },
      hasList: () => true,
      nameOf: (id) => {
        if (id === 'service') return '=Service'
        throw new AppError('providerMissing', 'It is gone')
      },
      choosePlace: async () => places.shift() ?? null,
      settings,
      onPriceChanged: () => undefined,
    },
  )
  history.open()
  onTestFinished(() => history.close())
  const second = connect(historyPath(folder))
  openLedger(requests, second)
  second.close()
  const handlers = feature.handlers()
  if (!handlers) throw new Error('The history is closed')
  return {
    path,
    handlers,
    settings,
    choose: (given: (string | null)[]) => (places = given),
    priced: () =>
      new Promise<void>((resolve) => {
        changed = resolve
        feature.priceSoon()
      }),
    month: async (month: string) =>
      contract.month.output.parse(await handlers.month({ month }, caller)),
    answer: async (messageId: string, conversationId: string) => {
      const input = { messageId, conversationId }
      return contract.answer.output.parse(await handlers.answer(input, caller))
    },
  }
}

const other = '0d3d6f0b-6f0e-4c63-8b1c-7b7c5a3c8f10'
const recent = (day: number) => new Date(2026, 10, day, 12).getTime()
const requests = [
  { model: dear, at: recent(1) },
  { model: dear, at: recent(1), conversationId: other },
  { model: cheap, at: recent(29), usage: null },
  { model: cheap, at: recent(30) },
  { model: unpriced, at: recent(30) },
  { model: local, at: recent(30), usage: null },
  { model: dear, at: noon(31, 10) },
  { model: dear, at: noon(1, 12) },
]

test('a month is summed up in all, by day, provider and model, with what is unknown', async () => {
  const { month, priced } = open(requests)
  await priced()
  const { total, days, providers, firstMonth } = await month('2026-11')
  expect(firstMonth).toBe('2026-10')
  expect(total).toMatchObject({
    amounts: [{ amount: 0.009_14, currency: 'USD' }],
    ...{ requests: 6, unknown: 2, inputTokens: 4000, outputTokens: 400 },
  })
  expect(days.map(({ day, sum }) => [day, sum.requests, sum.unknown, sum.amounts])).toEqual([
    ['2026-11-01', 2, 0, [{ amount: 0.009, currency: 'USD' }]],
    ['2026-11-29', 1, 1, []],
    ['2026-11-30', 3, 1, [{ amount: 0.000_14, currency: 'USD' }]],
  ])
  const shown = providers.map(({ providerId, sum, models }) => [
    ...[providerId, sum.requests],
    models.map(({ modelId, sum: ofModel }) => [modelId, ofModel.requests, ofModel.unknown]),
  ])
  expect(shown).toEqual([
    [
      'service',
      4,
      [
        ['dear', 2, 0],
        ['cheap', 2, 1],
      ],
    ],
    ['here', 1, [['local', 1, 0]]],
    ['other', 1, [['unpriced', 1, 1]]],
  ])
})

test('before prices are looked up, amounts are unknown', async () => {
  const { month } = open([{ model: dear }])
  expect((await month('2026-11')).total).toMatchObject({ amounts: [], requests: 1, unknown: 1 })
})

test('an answer and its chat are summed up over all months', async () => {
  const messageId = 'c56a4180-65aa-42ec-a945-5fd21dec0538'
  const place = { conversationId: other, messageId }
  const { answer, priced } = open([
    ...requests,
    { model: dear, at: noon(31, 10), ...place },
    { model: cheap, at: noon(1), ...place },
    { model: unpriced, at: noon(1), ...place },
  ])
  await priced()
  expect(await answer(messageId, other)).toEqual({
    answer: {
      amounts: [{ amount: 0.004_64, currency: 'USD' }],
      ...{ requests: 3, estimated: expect.any(Number) as number, unknown: 1 },
      ...{ inputTokens: 3000, outputTokens: 300 },
    },
    chat: {
      amounts: [{ amount: 0.009_14, currency: 'USD' }],
      ...{ requests: 4, estimated: expect.any(Number) as number, unknown: 1 },
      ...{ inputTokens: 4000, outputTokens: 400 },
    },
  })
  const none = { ...{ amounts: [], requests: 0, estimated: 0, unknown: 0 } }
  expect((await answer(chatId, '00000000-0000-4000-8000-000000000000')).chat).toMatchObject(none)
})

test('a month without requests is empty', async () => {
  const { month } = open([])
  expect(await month('2026-11')).toEqual({
    total: {
      ...{ amounts: [], requests: 0, estimated: 0, unknown: 0 },
      ...{ inputTokens: 0, outputTokens: 0 },
    },
    ...{ days: [], providers: [], firstMonth: null },
  })
})

test('a month is saved as CSV, with amounts that are empty where they are unknown', async () => {
  const { path, handlers } = open([
    {
      model: dear,
      at: noon(2),
      usage: { inputTokens: 1000, outputTokens: 100, cachedTokens: 600 },
    },
    { model: { providerId: 'other', modelId: '@cf/a,"b"' }, at: noon(1) },
    { model: dear, at: noon(1, 12) },
  ])
  // The provider's name and the model's id begin as formulas do.
  expect(await handlers.save({ month: '2026-11' }, caller)).toEqual({ saved: true, guarded: 2 })
  const [head, first, second, ...rest] = readFileSync(path, 'utf8').split('\r\n')
  expect(head).toBe(
    '\ufefftime,provider,provider_id,model_id,kind,conversation_id,message_id,input_tokens,cached_tokens,cache_write_tokens,output_tokens,reasoning_tokens,amount,currency,basis',
  )
  const time = (day: number) => new Date(noon(day)).toISOString()
  expect(first).toBe(
    `${time(1)},other,other,"'@cf/a,""b""",answer,${chatId},,1000,,,100,,,,unknown`,
  )
  expect(second?.replace(/known|estimated/, '…')).toBe(
    `${time(2)},'=Service,service,dear,answer,${chatId},,1000,600,,100,,0.00288,USD,…`,
  )
  expect(rest).toEqual([''])
})

test('nothing is written where the user chooses no place', async () => {
  const { handlers, choose } = open([{ model: dear }])
  choose([null])
  expect(await handlers.save({ month: '2026-11' }, caller)).toEqual({ saved: false, guarded: 0 })
})

test('a price of the user stands before the listed one, and the past changes on request', async () => {
  const { month, priced, handlers, settings } = open(requests)
  await priced()
  const price = { input: 30, output: 150 }
  const set = { model: dear, price, since: null }
  expect(await handlers.setPrice(set, caller)).toEqual({ changed: 0 })
  expect((await month('2026-11')).total.amounts).toEqual([{ amount: 0.009_14, currency: 'USD' }])
  expect(settings.get().spending.prices).toEqual([
    { ...dear, price, replaced: { input: 3, output: 15, cachedInput: 0.3 } },
  ])
  // Two of November; that of October stays, that of December is changed as well.
  expect(await handlers.setPrice({ ...set, since: '2026-11-01' }, caller)).toEqual({ changed: 3 })
  expect((await month('2026-11')).total.amounts).toEqual([{ amount: 0.090_14, currency: 'USD' }])
  expect((await month('2026-10')).total.amounts).toEqual([{ amount: 0.0045, currency: 'USD' }])
  const back = { model: dear, price: null, since: '2026-11-01' }
  expect(await handlers.setPrice(back, caller)).toEqual({ changed: 3 })
  expect((await month('2026-11')).total.amounts).toEqual([{ amount: 0.009_14, currency: 'USD' }])
  expect(settings.get().spending.prices).toEqual([])
})

test('the budget is kept, and going on ends with another budget', async () => {
  const { handlers, settings } = open([])
  expect(await handlers.setBudget({ limit: 5 }, caller)).toMatchObject({ limit: 5, goesOn: false })
  expect(await handlers.goOn({ goesOn: true }, caller)).toMatchObject({ goesOn: true })
  await handlers.leaveUncounted(unpriced, caller)
  await handlers.leaveUncounted(unpriced, caller)
  expect(settings.get().spending.uncounted).toEqual([unpriced])
  expect(await handlers.setBudget({ limit: null }, caller)).toMatchObject({ limit: null })
  expect(settings.get().spending).toMatchObject({ monthlyBudget: null, monthPastBudget: null })
})
