/** How many items of each kind a package carries at most; `truncation` counts the rest. */
export const packageBounds = { decisions: 20, artifacts: 20, relevantFiles: 100 } as const;
