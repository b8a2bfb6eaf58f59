import { AppError } from '../../shared/errors.ts'
import type { Model, ModelReference } from '../../shared/models.ts'
import type { Budget, SpendingRules } from '../../shared/spending.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import type { Database } from '../storage/connection.ts'
import { localMonth } from './localDay.ts'
import { priceOfSpend, nanosPerUnit, type PricedRequest } from './priceOfSpend.ts'
import { sumDollars } from './sums.ts'

/** From this part of the budget on the user is told once a month. */
const nearlySpentPart = 0.8

/** Requests to one model that come one after the other, such as those of an answer. */
export interface PaidRun {
  /**
   * Waits until the budget lets the next request begin. `unsaved` are the earlier requests of the
   * run, which the ledger does not have yet. Errors: budgetSpent, budgetBlind.
   */
  admit: (unsaved?: readonly PricedRequest[]) => Promise<void>
  /** Ends the run, whose requests are in the ledger by now or have cost nothing. */
  end: () => void
}

export interface Budgets {
  begin: (model: ModelReference) => PaidRun
  /**
   * Throws if the budget is spent, for what costs money in another way than by tokens. Errors:
   * budgetSpent.
   */
  assertLeft: () => void
  state: () => Budget
  /** Returns the budget if most of it is spent and the user has not been told this month. */
  takeNews: () => Budget | undefined
}

interface BudgetsOptions {
  database: Database
  settings: Pick<SettingsStore, 'get' | 'update'>
  /** Describes a model with its price. Errors: providerMissing. */
  describe: (model: ModelReference) => Promise<Model>
  /** Prices what is in the ledger. */
  priceAll: () => Promise<void>
  now: () => number
}

/** Dollars that a run may still add to the ledger, in billionths. */
interface Claim {
  /** The cost of its requests that the ledger does not have yet. */
  unsaved: number
  /** The most that its running request can cost; 0 while none runs. */
  most: number
  /** Whether its run is over, and so asks for nothing more. */
  hasEnded: boolean
}

/**
 * Holds requests back that could go over the budget. A request begins if the budget is not spent
 * yet and all others that run could not spend it either; else it waits for them. So at most one
 * request goes over.
 */
export function createBudgets(options: BudgetsOptions): Budgets {
  const { database, settings, describe, priceAll, now } = options
  const claims = new Set<Claim>()
  let wake = Promise.withResolvers<void>()

  const rules = (): SpendingRules => settings.get().spending
  const month = (): string => localMonth(now())

  /** Returns the limit in billionths of a dollar; undefined if nothing is to be held back. */
  function limitNow(): number | undefined {
    const { monthlyBudget, monthPastBudget } = rules()
    if (monthlyBudget === null || monthPastBudget === month()) return undefined
    return Math.round(monthlyBudget * nanosPerUnit)
  }

  function state(): Budget {
    const { monthlyBudget: limit, monthPastBudget } = rules()
    const { nano, unknown } = sumDollars(database, month())
    return { limit, spent: nano / nanosPerUnit, unknown, goesOn: monthPastBudget === month() }
  }

  function release(): void {
    wake.resolve()
    wake = Promise.withResolvers()
  }

  /** Notes what the requests of a run have cost, instead of the most that they could. */
  function settle(claim: Claim, cost: number): void {
    const leavesMore = claim.most > 0 || claim.unsaved !== cost
    claim.unsaved = cost
    claim.most = 0
    // Only if something has changed, or all that wait would wake each other for ever.
    if (leavesMore) release()
  }

  async function admit(reference: ModelReference, claim: Claim, unsaved: readonly PricedRequest[]) {
    while (limitNow() !== undefined && !claim.hasEnded) {
      const model = await describe(reference)
      if (isFree(model)) return
      if (!model.price) return refuseUncounted(reference, rules())
      settle(claim, costOfAll(unsaved, model, now()))
      await priceAll()
      // From here on in one go, so that two requests can't see the same rest.
      const limit = limitNow()
      // A run that has ended meanwhile would never give back what it claims here.
      if (limit === undefined || claim.hasEnded) return
      if ([...claims].some(({ hasEnded }) => hasEnded)) {
        // The ledger may have its cost already, which would count twice.
        await wake.promise
        continue
      }
      claims.add(claim)
      const most = mostOf(model)
      const others = [...claims].filter((other) => other !== claim)
      const saved = sumDollars(database, month()).nano
      const spent = [...claims].reduce((sum, one) => sum + one.unsaved, saved)
      if (spent >= limit) throw spentError()
      const running = others.reduce((sum, other) => sum + other.most, 0)
      if (running === 0 || spent + running < limit) {
        claim.most = most
        return
      }
      await wake.promise
    }
  }

  return {
    begin(model) {
      const claim: Claim = { unsaved: 0, most: 0, hasEnded: false }
      return {
        admit: (unsaved = []) => admit(model, claim, unsaved),
        end() {
          claim.hasEnded = true
          if (!claims.has(claim)) return
          // Its cost counts until the ledger has it.
          void priceAll().finally(() => {
            claims.delete(claim)
            release()
          })
        },
      }
    },
    assertLeft() {
      const limit = limitNow()
      if (limit !== undefined && sumDollars(database, month()).nano >= limit) throw spentError()
    },
    state,
    takeNews() {
      const { monthlyBudget, monthTold } = rules()
      if (monthlyBudget === null || monthTold === month()) return undefined
      const found = state()
      const told = Math.round(monthlyBudget * nearlySpentPart * nanosPerUnit) / nanosPerUnit
      if (found.goesOn || found.spent < told) return undefined
      settings.update({ spending: { ...rules(), monthTold: month() } })
      return found
    },
  }
}

function spentError(): AppError {
  return new AppError('budgetSpent', 'The budget of this month is spent')
}

/** Tells whether nobody asks for money: a model on this computer without a price. */
function isFree({ local, price, hasOwnPrice }: Model): boolean {
  const costsNothing = !price || (price.input === 0 && price.output === 0)
  return costsNothing && (local || hasOwnPrice === true)
}

function refuseUncounted({ providerId, modelId }: ModelReference, { uncounted }: SpendingRules) {
  const isKnown = uncounted.some((one) => one.providerId === providerId && one.modelId === modelId)
  if (isKnown) return
  throw new AppError('budgetBlind', 'The budget can’t count a model without a price', {
    model: modelId,
  })
}

function costOfAll(requests: readonly PricedRequest[], model: Model, now: number): number {
  return requests.reduce((sum, request) => {
    const amount = priceOfSpend(request, model, now)
    return amount.basis === 'unknown' ? sum : sum + amount.nanoAmount
  }, 0)
}

/** Stand for the limits of a model that tells none. */
const contextTokensAssumed = 200_000
const outputTokensAssumed = 32_000

/** Returns the most that one request to a model can cost, in billionths of a dollar. */
function mostOf({ price, contextTokens, outputTokensMaximum }: Model): number {
  if (!price) return 0
  const input = (contextTokens ?? contextTokensAssumed) * price.input
  const output = (outputTokensMaximum ?? outputTokensAssumed) * price.output
  return ((input + output) / 1_000_000) * nanosPerUnit
}
