// The axis of a chart.

export type Axis = { least: number; most: number; ticks: number[] }

const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000]

/** Return an axis with round ends that includes all values and `around`, with a few ticks. */
export function axisFor(values: number[], around = 0, most = 5): Axis {
  const [low, high] = [Math.min(around, ...values), Math.max(around, ...values)]
  const step = STEPS.find((size) => (high - low) / size <= most) ?? 10_000
  const [from, to] = [Math.floor(low / step) * step, Math.ceil(high / step) * step]
  const end = to > from ? to : from + step
  const ticks = Array.from({ length: Math.round((end - from) / step) + 1 }, (_, i) => from + i * step)
  return { least: from, most: end, ticks }
}

const COLOURS = 8
/** The CSS colour of the agent at an index. */
export const colourOf = (index: number) => `var(--series-${index % COLOURS})`
