// The colours of the sides. tokens.css defines them for its sides; other sides use the colours of their game.
import type { Pair } from './api'

const registered = new Set<string>()

/** Define the CSS variables of a game's sides: an element of class `black` gets black's `--body`, `--edge` and so on. */
export function registerSideColours(sides: Pair<string>, colours: Pair<string>): void {
  sides.forEach((name, side) => {
    const body = colours[side]!
    if (registered.has(name) || !/^#[0-9a-f]{6}$/i.test(body)) return
    registered.add(name)
    const sheet = new CSSStyleSheet()
    // Layered rules yield to those of tokens.css, which are not in a layer.
    sheet.replaceSync(`@layer games { .${CSS.escape(name)} { ${sideDeclarations(body)} } }`)
    document.adoptedStyleSheets.push(sheet)
  })
}

/** CSS declarations derived from the colour of a piece. */
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
