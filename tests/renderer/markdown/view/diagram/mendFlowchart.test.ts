import { expect, test } from 'vitest'
import { mendFlowchart } from '../../../../../src/renderer/markdown/view/diagram/mendFlowchart.ts'

const mend = (line: string): string => mendFlowchart(`flowchart TD\n${line}`).split('\n')[1] ?? ''

test.each([
  [
    'UO2[Pellets (UO2 / MOX)] --> MOD[Moderator (Light Water)]',
    'UO2["Pellets (UO2 / MOX)"] --> MOD["Moderator (Light Water)"]',
  ],
  [
    'IN[⚙️ inlet()<br/>Main] --> C1[/clean/ /status/]',
    'IN["⚙️ inlet()<br/>Main"] --> C1["/clean/ /status/"]',
  ],
  ['A -->|run() ends| B[Tenant: schema/id]', 'A -->|"run() ends"| B["Tenant: schema/id"]'],
  ['A{Is (x) > 3?} -- yes --> B(Go (on))', 'A{"Is (x) > 3?"} -- yes --> B("Go (on)")'],
  ['A[Say "hi"] --- B', 'A["Say #quot;hi#quot;"] --- B'],
  ['A[list[0]] & B[(Store)] --> C', 'A["list[0]"] & B[(Store)] --> C'],
  ['A[(a) or (b)]:::big', 'A["(a) or (b)"]:::big'],
  ['A(f(x)) --> B', 'A("f(x)") --> B'],
  ['e1[End] --> end', 'e1[End] --> end_["end"]'],
  ['end[The end] --> A', 'end_[The end] --> A'],
  ['subgraph Core (main)', 'subgraph "Core (main)"'],
])('quotes %s', (line, mended) => {
  expect(mend(line)).toBe(mended)
})

test.each([
  'A[Plain] -->|text| B(Round) --> C{Choice}',
  'A["(quoted)"] --> B("`**bold** (x)`")',
  'A([Stadium]) --> B[[Sub]] --> C[(Data)] --> D((Circle)) --> E{{Hex}} --> F[/Lean/]',
  'A(((Double))) --> B>Flag] --> C[\\Back\\] --> D[/Trap\\]',
  'subgraph one [One]',
  'end',
  '%% a (comment) A[x (y)]',
  'classDef big fill:#f9f,stroke:#333',
  'style A fill:#bbf',
  'click A "https://a.example/(x)"',
])('leaves %s as it is', (line) => {
  expect(mend(line)).toBe(line)
})

test('leaves other diagrams as they are', () => {
  const source = 'sequenceDiagram\nA->>B: run (x)'
  expect(mendFlowchart(source)).toBe(source)
})
