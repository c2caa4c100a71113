import type { Priority } from '#prisma/generated/client/client.ts';
import { ValidationError } from '#server/errors.ts';
import { checkedText, checkedTexts } from '#server/text-limits.ts';

/** What a person says about a work item. */
export interface WorkItemTexts {
  title: string;
  goal: string;
  taskType: string;
  priority: Priority;
  constraints: string[];
  acceptanceCriteria: string[];
}

/** Checks one field of a work item and gives it back unchanged. */
export const workItemFieldChecks: {
  readonly [Field in keyof WorkItemTexts]: (value: WorkItemTexts[Field]) => WorkItemTexts[Field];
} = {
  title: (value) => checkedText('title', value, 'title'),
  goal: (value) => checkedText('goal', value, 'goal'),
  taskType: (value) => checkedText('taskType', value, 'taskType'),
  priority: (value) => value,
  constraints: (value) => checkedTexts('constraints', value, 'constraints', 'constraint'),
  acceptanceCriteria: checkedCriteria,
};

/** Checks every field; throws ValidationError for the first that is wrong. */
export const checkedWorkItemTexts = (texts: WorkItemTexts): WorkItemTexts => ({
  title: workItemFieldChecks.title(texts.title),
  goal: workItemFieldChecks.goal(texts.goal),
  taskType: workItemFieldChecks.taskType(texts.taskType),
  priority: workItemFieldChecks.priority(texts.priority),
  constraints: workItemFieldChecks.constraints(texts.constraints),
  acceptanceCriteria: workItemFieldChecks.acceptanceCriteria(texts.acceptanceCriteria),
});

/** Outcomes name criteria by their text, so the same text twice would leave open which one was met. */
function checkedCriteria(values: string[]): string[] {
  const checked = checkedTexts('acceptanceCriteria', values, 'criteria', 'criterion');
  const repeated = checked.findIndex((value, i) => checked.indexOf(value) !== i);
  if (repeated !== -1) throw new ValidationError(`acceptanceCriteria[${repeated}]`, 'repeats an earlier criterion');
  return checked;
}
