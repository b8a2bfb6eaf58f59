import i18next from 'i18next'
import type { Api } from '../core/bridge.ts'
import { formatCost } from '../core/formatCost.ts'
import { placeAtom, store } from '../core/store.ts'
import { showToast } from '../ui/layers/Toast.tsx'

/** Tells once a month that most of the budget is spent, as long as the page lives. */
export function followBudget(api: Api): void {
  api.spending.nearlySpent(({ spent, limit }) => {
    const { language } = i18next
    const amounts = {
      spent: formatCost(language, spent),
      limit: formatCost(language, limit ?? 0),
    }
    showToast(i18next.t('app.budgetNearlySpent', amounts), {
      action: {
        label: i18next.t('app.commands.openSpending'),
        run: () => store.set(placeAtom, 'spending'),
      },
      milliseconds: 15_000,
    })
  })
}
