// Keys that are pressed anywhere on a page.

/** Whether a key belongs to the page: not handled yet, and not pressed in a field, a dialog or an element with keys of its own. */
export const isForPage = ({ target, defaultPrevented, altKey }: KeyboardEvent) =>
  !defaultPrevented &&
  !altKey &&
  !(target as Element).closest('input:not([type=checkbox]), textarea, select, dialog, [data-keys]')
