import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import '../../../src/renderer/core/appearance/theme.css'
import texts from '../../../src/renderer/locales/en-US.json'
import { Button } from '../../../src/renderer/ui/controls/Button.tsx'
import { buttonParts } from './buttonParts.tsx'
import { fieldParts } from './fieldParts.tsx'
import { listParts } from './listParts.tsx'
import { messageParts } from './messageParts.tsx'
import { popupParts } from './popupParts.tsx'
import './page.css'

/** The parts of ui/ by area, each in all its states. */
const areas: Readonly<Record<string, Readonly<Record<string, ReactNode>>>> = {
  buttons: buttonParts,
  fields: fieldParts,
  lists: listParts,
  messages: messageParts,
  popups: popupParts,
}

function Page(): ReactNode {
  return (
    <>
      <header className="flex gap-2 p-4">
        <Button size="small" onClick={turnAround}>
          Other direction
        </Button>
        <p className="self-center text-sm text-muted">The theme is the system’s.</p>
      </header>
      {Object.entries(areas).map(([area, parts]) => (
        <div key={area} data-area={area} className="area">
          {Object.entries(parts).map(([name, states]) => (
            <section key={name} aria-label={name}>
              <h2>{name}</h2>
              {states}
            </section>
          ))}
        </div>
      ))}
    </>
  )
}

function turnAround(): void {
  const { documentElement: page } = document
  page.dir = page.dir === 'rtl' ? 'ltr' : 'rtl'
}

await i18next.use(initReactI18next).init({
  lng: 'en-US',
  resources: { 'en-US': { translation: texts } },
  interpolation: { escapeValue: false },
})
createRoot(document.getElementById('root')!).render(<Page />)
