// The clipboard, with a fallback for pages that may not use it.

/** Copy a text; resolves to false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text) // without HTTPS, there is no clipboard
  }
}

function copySelection(text: string): boolean {
  const field = Object.assign(document.createElement('textarea'), { value: text })
  field.style.position = 'fixed'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  return copied
}
