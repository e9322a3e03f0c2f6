// Files for the user to save.
import { ApiError } from './api'

/** Save content as a file in the browser. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Request a file from the server. Throws ApiError. */
export async function fetchFile(path: string, body: unknown): Promise<Blob> {
  const answer = await fetch(`/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.ok) return answer.blob()
  const { detail } = (await answer.json().catch(() => ({}))) as { detail?: unknown }
  throw new ApiError(answer.status, typeof detail === 'string' ? detail : 'The server could not create the file.')
}
