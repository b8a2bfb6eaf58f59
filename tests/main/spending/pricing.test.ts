import { expect, test } from 'vitest'
import { createPricing } from '../../../src/main/spending/pricing.ts'
import type { Database } from '../../../src/main/storage/connection.ts'
import { AppError } from '../../../src/shared/errors.ts'
import type { Model, ModelReference } from '../../../src/shared/models.ts'
import { cheap, dear, describeModel, local, noon, openLedger, unpriced } from './openLedger.ts'

function open(
  database: Database,
  describe: (model: ModelReference) => Promise<Model> = async (model) => {
    const found = describeModel(model)
    if (!found) throw new AppError('providerMissing', 'It is gone')
    return found
  },
) {
  const described: string[] = []
  let hasList = true
  const logged: string[] = []
  let priced = 0
  const pricing = createPricing({
    database,
    describe: (model) => {
      described.push(model.modelId)
      return describe(model)
    },
    hasList: () => hasList,
    onPriced: () => (priced += 1),
    log: (event) => void logged.push(event),
    now: () => noon(29),
  })
  const setHasList = (has: boolean): void => void (hasList = has)
  return { ...pricing, described, logged, priced: () => priced, setHasList }
}

const bases = (database: Database) =>
  database.all('SELECT basis, nano_amount FROM spend ORDER BY sequence')

test('each model is described once for all its requests, and nothing is due twice', async () => {
  const gone = { providerId: 'gone', modelId: 'gone' }
  const many = Array.from({ length: 250 }, () => ({ model: dear }))
  const database = openLedger([...many, { model: cheap }, { model: unpriced }, { model: gone }])
  const { priceAll, described, priced } = open(database)
  await priceAll()
  expect(described).toEqual(['dear', 'cheap', 'unpriced', 'gone'])
  expect(bases(database).slice(248)).toEqual([
    { basis: 'known', nano_amount: 4_500_000 },
    { basis: 'known', nano_amount: 4_500_000 },
    { basis: 'known', nano_amount: 140_000 },
    { basis: 'unknown', nano_amount: null },
    { basis: 'unknown', nano_amount: null },
  ])
  await priceAll()
  expect(described).toHaveLength(4)
  expect(priced()).toBe(1)
})

test('a request that comes while others are priced is priced too', async () => {
  const database = openLedger([{ model: dear }])
  const { priceAll } = open(database, async (model) => {
    if (model.modelId === 'dear') {
      openLedger([{ model: cheap }], database)
      void priceAll()
    }
    return describeModel(model) as Model
  })
  await priceAll()
  expect(bases(database).map(({ basis }) => basis)).toEqual(['known', 'known'])
})

test('rows stay due where a model could not be described, and are priced the next time', async () => {
  const database = openLedger([{ model: dear }])
  let isLocked = true
  const { priceAll, logged } = open(database, async (model) => {
    if (isLocked) throw new AppError('keychainUnavailable', 'Locked')
    return describeModel(model) as Model
  })
  await priceAll()
  expect(logged).toEqual(['What requests have cost could not be looked up'])
  expect(bases(database)).toEqual([{ basis: 'due', nano_amount: null }])
  isLocked = false
  await priceAll()
  expect(bases(database)).toEqual([{ basis: 'known', nano_amount: 4_500_000 }])
})

test('without a service’s list rows stay due, except those of a model whose price is known', async () => {
  const database = openLedger([{ model: unpriced }, { model: local, usage: null }, { model: dear }])
  const { priceAll, setHasList, logged } = open(database)
  setHasList(false)
  await priceAll()
  expect(bases(database).map(({ basis }) => basis)).toEqual(['due', 'due', 'known'])
  setHasList(true)
  await priceAll()
  expect(bases(database).map(({ basis }) => basis)).toEqual(['unknown', 'known', 'known'])
  expect(logged).toEqual([])
})

test('a model that can not be described keeps no other from its price', async () => {
  const database = openLedger([{ model: dear }, { model: cheap }])
  const { priceAll, priced } = open(database, async (model) => {
    if (model.modelId === 'dear') throw new AppError('keychainUnavailable', 'Locked')
    return describeModel(model) as Model
  })
  await priceAll()
  expect(bases(database).map(({ basis }) => basis)).toEqual(['due', 'known'])
  // The page reads again after it heard of prices, and looks up what is due.
  await priceAll()
  expect(priced()).toBe(1)
})

test('once it is stopped it leaves the database alone', async () => {
  const database = openLedger([{ model: dear }])
  const { priceAll, stop, logged } = open(database, async (model) => {
    stop()
    database.close()
    return describeModel(model) as Model
  })
  await priceAll()
  expect(logged).toEqual([])
})
