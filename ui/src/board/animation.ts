// Pieces that animateMove. Those who asked their system for less motion see them jump.
import type { Point } from './view'

const calm = matchMedia('(prefers-reduced-motion: reduce)')
let last = 0

/** Leads a piece, which stands at the end of a path already, along it. Moves in quick succession are not shown so. */
export function animateMove(piece: SVGGElement, path: Point[]): void {
  const now = performance.now()
  const hurried = now - last < 180
  last = now
  if (calm.matches || hurried || document.hidden) return
  const end = path.at(-1)!
  const steps =
    path.length > 1
      ? path.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` }))
      : [
          { transform: 'scale(0.6)', opacity: 0.3 },
          { transform: 'scale(1)', opacity: 1 },
        ]
  piece.animate(steps, { duration: 110 + 90 * (path.length - 1), easing: 'cubic-bezier(0.3, 0.1, 0.3, 1)' })
}
