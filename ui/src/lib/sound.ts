// Synthesised sounds; off until the user turns them on.
import { persisted } from './persisted.svelte'

export const sound = persisted('sound', false)

let context: AudioContext | undefined

/** Play a knock for a move, a deeper one for a capture, two notes for the end of a game. */
export function play(what: 'move' | 'capture' | 'end'): void {
  if (!sound.value) return
  context ??= new AudioContext()
  if (what === 'end') {
    note(context, 392, 0, 0.5, 'sine')
    note(context, 587, 0.14, 0.7, 'sine')
  } else {
    note(context, what === 'capture' ? 150 : 240, 0, 0.09, 'triangle')
    note(context, what === 'capture' ? 420 : 900, 0, 0.03, 'square', 0.04)
  }
}

function note(to: AudioContext, pitch: number, delay: number, length: number, type: OscillatorType, loud = 0.22): void {
  const [begin, tone, volume] = [to.currentTime + delay, to.createOscillator(), to.createGain()]
  tone.type = type
  tone.frequency.setValueAtTime(pitch, begin)
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.8, begin + length)
  volume.gain.setValueAtTime(loud, begin)
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length)
  tone.connect(volume).connect(to.destination)
  tone.start(begin)
  tone.stop(begin + length)
}
