// The colours of the sides. Those in app.css suit light and dark pages; sides that it does not know have their game's.
import type { Pair } from './api'

const known = new Set<string>()

/** Makes the page know the colours of a game's sides: an element of the class `black` has black's `--body`, `--edge`, .... */
export function registerSideColours(sides: Pair<string>, colours: Pair<string>): void {
  sides.forEach((name, side) => {
    const body = colours[side]!
    if (known.has(name) || !/^#[0-9a-f]{6}$/i.test(body)) return
    known.add(name)
    const sheet = new CSSStyleSheet()
    // Rules in a layer give way to those of app.css, which are in none.
    sheet.replaceSync(`@layer games { .${CSS.escape(name)} { ${sideDeclarations(body)} } }`)
    document.adoptedStyleSheets.push(sheet)
  })
}

/** What follows from the colour of a piece: its edge, its mark, what is written on it, and its share of a graph. */
export function sideDeclarations(body: string): string {
  const brightness = luminance(body)
  const mixed = (other: string, percent: number) => `color-mix(in srgb, ${body}, ${other} ${percent}%)`
  const colours: Record<string, string> = {
    body,
    edge: brightness < 0.05 ? mixed('#fff', 35) : mixed('#000', 50),
    mark: brightness > 0.4 ? mixed('#000', 25) : mixed('#fff', 55),
    figure: brightness > 0.4 ? '#2b2618' : '#fff',
    outline: brightness > 0.4 ? mixed('#000', 50) : 'none',
    label: `light-dark(${mixed('#000', brightness > 0.2 ? 60 : 10)}, ${mixed('#fff', 60)})`,
    'graph-share': mixed('var(--surface)', brightness > 0.4 ? 0 : 45),
    'graph-line': 'var(--accent)',
    'graph-now': 'var(--accent)',
  }
  return Object.entries(colours)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ')
}

/** The relative luminance of a colour, 0 to 1, as WCAG defines it. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
