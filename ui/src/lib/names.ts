// Display names of players and rooms.
import type { Catalogue, Pair, RoomSummary } from './api'
import { capitalize } from './format'

/** The display name of a player: `GAME:3` is "Level 3, casual player", `kth:/home/me/a init` is "a init". */
export function playerName(text: string, catalogue: Catalogue | null, alone = true): string {
  if (text === 'human') return alone ? 'You' : 'Human'
  if (text === 'random') return 'Random moves'
  for (const game of catalogue?.games ?? []) {
    if (text === game.name) return `${capitalize(game.name)} engine`
    const level = game.levels.find((one) => one.text === text)
    if (level) return `Level ${level.number}, ${level.name}`
  }
  const protocol = protocolOf(text, catalogue)
  if (protocol) return shortened(text.slice(protocol.length + 1))
  return text.replace(/^@/, '')
}

/** The protocol of a player that is a program with a command line; otherwise null. */
export function protocolOf(text: string, catalogue: Catalogue | null): string | null {
  const protocols = catalogue?.games.flatMap((game) => game.protocols) ?? []
  return protocols.find((name) => text.startsWith(`${name}:`)) ?? null
}

/** A command line without directories. */
function shortened(command: string): string {
  return command.replace(/(^|\s)\S*\/(?=[^\s/])/g, '$1')
}

export function playerNames(texts: Pair<string>, catalogue: Catalogue | null): Pair<string> {
  const alone = texts.filter((text) => text === 'human').length === 1
  return [playerName(texts[0], catalogue, alone), playerName(texts[1], catalogue, alone)]
}

export const ROOM_STATES = { ready: 'Ready', playing: 'Playing', over: 'Finished', damaged: 'Damaged' }

/** The result of a room's games: "1–0", "2½–½"; empty if none was finished. */
export function roomScore({ score, finished }: RoomSummary): string {
  const points = (value: number) => `${Math.floor(value) || (value % 1 ? '' : 0)}${value % 1 ? '½' : ''}`
  return finished && score[0] + score[1] > 0 ? score.map(points).join('–') : ''
}

/** The names of players: those that they were given, or what they are. */
export function givenNames(given: Pair<string>, seats: Pair<string>, catalogue: Catalogue | null): Pair<string> {
  const kinds = playerNames(seats, catalogue)
  return [0, 1].map((i) => (given[i] && given[i] !== seats[i] ? given[i] : kinds[i])) as Pair<string>
}

/** The title of a room, or its players. */
export function roomName({ title, players, names }: RoomSummary, catalogue: Catalogue | null): string {
  return title && title !== players.join(' - ') ? title : givenNames(names, players, catalogue).join(' – ')
}
