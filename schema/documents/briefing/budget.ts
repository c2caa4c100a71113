/** UTF-8 bytes a briefing may take when nobody says otherwise. */
export const defaultBudgetBytes = 8192;
/** The smallest budget in which the goal, the objective, the closing instruction and both notes have room. */
export const minimumBudgetBytes = 1280;

/** Returns `budgetBytes` if a briefing can be rendered in it. Throws RangeError for a fraction or less than the minimum. */
export function checkBudget(budgetBytes: number): number {
  if (!Number.isSafeInteger(budgetBytes) || budgetBytes < minimumBudgetBytes) {
    throw new RangeError(
      `A briefing needs a budget of at least ${minimumBudgetBytes} whole bytes; ${budgetBytes} were given.`,
    );
  }
  return budgetBytes;
}
