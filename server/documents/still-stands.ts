import type { InheritedPart } from '#prisma/generated/client/client.ts';

/** An inherited record, with what the work item and the decision say now. */
interface InheritedNow {
  readonly part: InheritedPart;
  readonly text: string;
  readonly workItem: { readonly goal: string; readonly constraints: string[]; readonly acceptanceCriteria: string[] };
  readonly decision: { readonly supersededById: string | null } | null;
}

/** Whether what was inherited holds still: nobody changed that text, or superseded that decision. */
export function stillStands({ part, text, workItem, decision }: InheritedNow): boolean {
  switch (part) {
    case 'GOAL':
      return workItem.goal === text;
    case 'CONSTRAINT':
      return workItem.constraints.includes(text);
    case 'CRITERION':
      return workItem.acceptanceCriteria.includes(text);
    case 'DECISION':
      return decision?.supersededById === null;
    case 'OUTCOME':
      return true;
  }
}
