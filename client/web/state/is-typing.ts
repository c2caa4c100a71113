/** Whether a key belongs to a field, a menu or a dialog, or to the browser, and is therefore no shortcut of the page. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return true;
  const target = event.target as Element | null;
  return (
    target?.closest('input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="dialog"]') !=
    null
  );
}
