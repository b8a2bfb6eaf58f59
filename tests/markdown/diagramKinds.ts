/** A small diagram of each kind that Mermaid knows, by the kind's name. */
export const diagramKinds: Readonly<Record<string, string>> = {
  flowchart:
    'flowchart LR\n  a[Begin] -->|then| b{Is it so?}\n  subgraph Inside\n    b --> c[End]\n  end',
  sequence:
    'sequenceDiagram\n  Alice->>Bob: Hello\n  Note over Bob: Thinks\n  loop Daily\n    Bob-->>Alice: Hello\n  end',
  class: 'classDiagram\n  Animal <|-- Duck\n  Animal : +int age\n  Duck : +swim()',
  state:
    'stateDiagram-v2\n  [*] --> Off\n  Off --> On : press\n  state On {\n    Dim --> Bright\n  }',
  er: 'erDiagram\n  READER ||--o{ LOAN : has\n  READER {\n    string name\n    int age\n  }',
  journey: 'journey\n  title A day\n  section Morning\n    Tea: 5: Me\n    Work: 2: Me, Cat',
  gantt:
    'gantt\n  title A plan\n  dateFormat YYYY-MM-DD\n  section One\n  Design :done, a, 2024-01-01, 10d\n  Build :active, b, after a, 20d\n  Ship :crit, c, after b, 5d',
  pie: 'pie title Pets\n  "Dogs" : 40\n  "Cats" : 60',
  quadrant:
    'quadrantChart\n  title Reach\n  x-axis Low --> High\n  y-axis Low --> High\n  quadrant-1 Grow\n  A: [0.3, 0.6]',
  requirement:
    'requirementDiagram\n  requirement fast {\n    id: 1\n    text: It is fast.\n    risk: high\n  }\n  element app {\n    type: program\n  }\n  app - satisfies -> fast',
  gitGraph: 'gitGraph\n  commit\n  branch next\n  commit tag: "v1"\n  checkout main\n  merge next',
  c4: 'C4Context\n  Person(a, "Ann", "Reads")\n  System(b, "Box", "Works")\n  Rel(a, b, "Uses")',
  mindmap: 'mindmap\n  root((Whole))\n    One\n      Deep\n    Two\n    Three',
  timeline: 'timeline\n  title History\n  2001 : First\n  2010 : Second : Third',
  sankey: 'sankey-beta\n  Sun,Heat,60\n  Sun,Light,40\n  Heat,Home,30',
  xychart:
    'xychart-beta\n  title "Sales"\n  x-axis [jan, feb, mar]\n  y-axis "Units" 0 --> 10\n  bar [3, 6, 8]\n  line [2, 5, 9]',
  block: 'block-beta\n  columns 2\n  a["One"] b["Two"]\n  c["Three"]:2',
  packet: 'packet-beta\n  0-15: "Source"\n  16-31: "Target"\n  32-63: "Number"',
  kanban: 'kanban\n  todo[To do]\n    a[Write]\n  done[Done]\n    b[Read]',
  architecture:
    'architecture-beta\n  group api(cloud)[API]\n  service db(database)[Database] in api\n  service web(server)[Server] in api\n  db:L -- R:web',
  radar:
    'radar-beta\n  axis a["Speed"], b["Size"], c["Price"]\n  curve x["One"]{3, 4, 5}\n  curve y["Two"]{5, 2, 3}',
  treemap: 'treemap-beta\n  "All"\n    "One": 10\n    "Two": 20\n    "Three": 5',
  venn: 'venn-beta\n  title Skills\n  set A["Design"]\n  set B["Code"]\n  set C["Words"]\n  union A,B["Product"]',
  ishikawa:
    'ishikawa-beta\n    Blurry photo\n    Process\n        Out of focus\n        Shutter too slow\n    User\n        Shaky hands\n    Equipment\n        Damaged lens',
  usecase:
    'usecase-beta\n  actor Reader\n  systemBoundary Library\n    Search\n    Borrow\n  end\n  Reader --> Search\n  Reader --> Borrow\n  Borrow ..> : include Search',
  wardley:
    'wardley-beta\ntitle Tea shop\nanchor Business [0.95, 0.63]\ncomponent Cup of Tea [0.79, 0.61]\ncomponent Tea [0.63, 0.81]\ncomponent Kettle [0.43, 0.35]\nBusiness -> Cup of Tea\nCup of Tea -> Tea\nCup of Tea -> Kettle\nevolve Kettle 0.62',
  cynefin:
    'cynefin-beta\n  title Incidents\n  complex\n    "Find the cause"\n  complicated\n    "Tune the database"\n  clear\n    "Restart"\n  chaotic\n    "All is down"\n  complex --> complicated : "Pattern found"',
  railroad: 'railroad-ebnf-beta\n  number = [ "-" ], digit, { digit } ;\n  digit = "0" | "1" ;',
  swimlane:
    'swimlane-beta LR\n  subgraph Sales\n    a[Order] --> b[Check]\n  end\n  subgraph Store\n    c[Pack] --> d[Ship]\n  end\n  b --> c',
  treeView:
    'treeView-beta\n    "src"\n        "main"\n            "index.ts"\n        "page"\n    "README.md"',
  eventmodeling:
    'eventmodeling\ntf 01 ui CartPage\ntf 02 cmd AddItem\ntf 03 evt ItemAdded\ntf 04 rmo Cart',
  agentflow:
    'agentflow-beta LR\n  flow Research\n    a[Read the question] --> b[Search the web]\n    b --> c{Is it enough?}\n  end\n  c --> d[Answer]',
}
