// A board as a standalone image file, in the colours of the screen.

const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
]
const WIDTH = 900

/** Return a board of the page as SVG, with a background colour. */
export function toSvg(board: SVGSVGElement, background: string): { text: string; width: number; height: number } {
  const copy = board.cloneNode(true) as SVGSVGElement
  const [originals, copies] = [board.querySelectorAll('*'), copy.querySelectorAll('*')]
  originals.forEach((original, i) => {
    const style = getComputedStyle(original)
    const target = copies[i]!
    if (original.matches('.cell')) return target.setAttribute('data-gone', '')
    for (const name of STYLES) target.setAttribute(name, style.getPropertyValue(name))
    for (const name of ['class', 'style', 'tabindex', 'role']) target.removeAttribute(name)
  })
  for (const gone of copy.querySelectorAll('[data-gone]')) gone.remove()
  const [left, top, across, down] = board.getAttribute('viewBox')!.split(' ').map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const margin = 0.15
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  const box = { x: left - margin, y: top - margin, width: across + 2 * margin, height: down + 2 * margin }
  for (const [name, value] of Object.entries({ ...box, fill: background })) paper.setAttribute(name, String(value))
  copy.prepend(paper)
  const height = Math.round((WIDTH * box.height) / box.width)
  for (const name of [...copy.getAttributeNames()]) copy.removeAttribute(name)
  const own = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
    width: WIDTH,
    height,
    'font-family': 'sans-serif',
  }
  for (const [name, value] of Object.entries(own)) copy.setAttribute(name, String(value))
  return { text: new XMLSerializer().serializeToString(copy).replaceAll('<!---->', ''), width: WIDTH, height }
}

/** Return a board of the page as PNG, at twice the resolution. */
export async function toPng(board: SVGSVGElement, background: string): Promise<Blob> {
  const { text, width, height } = toSvg(board, background)
  const image = new Image(width, height)
  image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: 2 * width, height: 2 * height })
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  URL.revokeObjectURL(image.src)
  return new Promise((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('The image could not be created.'))), 'image/png'),
  )
}
