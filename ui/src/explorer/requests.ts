// Requests of the explorer.
import {
  ApiError,
  request,
  get,
  type ExplorerAnswer,
  type ExplorerFile,
  type ExplorerGame,
  type GameChoice,
} from '../lib/api'
import { optionsQuery } from '../analysis/requests'

/** Largest file that can be imported, in bytes. */
export const MOST_BYTES = 110_000_000

/** Return the moves that were played in a position. Throws ApiError. */
export function explore(
  { game, options }: GameChoice,
  position: string,
  player: string,
  move: string | null,
): Promise<ExplorerAnswer> {
  const query = new URLSearchParams({
    game,
    options: optionsQuery(options),
    position,
    player,
    ...(move ? { move } : {}),
  })
  return get(`/explorer?${query}`)
}

export const fetchFiles = () => get<ExplorerFile[]>('/explorer/files')
export const deleteFile = (id: string) => request('DELETE', `/explorer/files/${encodeURIComponent(id)}`)

/** Import a file; call `onprogress` with the sent share, 0 to 1. Rejects with ApiError. */
export function importFile(file: File, onprogress: (share: number) => void): Promise<ExplorerFile> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', `/api/explorer/files?${new URLSearchParams({ name: file.name })}`)
    call.setRequestHeader('Content-Type', 'application/octet-stream')
    call.responseType = 'json'
    call.upload.onprogress = ({ loaded, total }) => onprogress(total ? loaded / total : 0)
    call.onerror = () => reject(new ApiError(0, 'Cannot reach the server. Is crownbridge still running?'))
    call.onload = () => {
      if (call.status === 201) resolve(call.response as ExplorerFile)
      else
        reject(
          new ApiError(call.status, (call.response as { detail?: string } | null)?.detail ?? `Error ${call.status}`),
        )
    }
    call.send(file)
  })
}

/** The address of a game, at the move where it reached the position. */
export function gameUrl({ kind, source, game, ply }: ExplorerGame): string {
  return `/analyse?${new URLSearchParams({ [kind]: source, game })}${ply ? `#${ply}` : ''}`
}
