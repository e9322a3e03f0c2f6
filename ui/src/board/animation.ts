// Animation of moves; off if the system asks for reduced motion.
import type { Point } from './view'

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
let last = 0

/** Animate a piece along a path to its current place; skip the animation for moves in quick succession. */
export function animateMove(piece: SVGGElement, path: Point[]): void {
  const now = performance.now()
  const tooFast = now - last < 180
  last = now
  if (reducedMotion.matches || tooFast || document.hidden) return
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
