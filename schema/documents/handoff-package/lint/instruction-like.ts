/**
 * Phrases by which text tries to steer the agent that reads it, and lines that imitate the briefing's own. The list
 * points a reviewer at text; it decides nothing, so a rare false alarm costs a glance and a miss costs no safety: the
 * rendering fences all text alike. Every pattern is linear in the text.
 */
const patterns: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|preceding|all|your|these)\b[^.\n]{0,40}\b(?:instructions?|rules?|prompts?|guidelines?|briefing|messages?)\b/i,
  /\byou are now\b|\bnew instructions?\s*:|\bsystem prompt\b|\bdeveloper message\b/i,
  /^[ \t]{0,8}(?:system|assistant|user|developer|human)[ \t]{0,8}:/im,
  /<\/?[ \t]{0,8}(?:system|instructions?|assistant|user|prompt|tool_call|function_calls?)\b[^>\n]{0,80}>|<\|[a-z_]{1,40}\|>|\[\/?INST\]/i,
  /\b(?:print|reveal|send|post|upload|echo|show|leak|exfiltrate)\b[^.\n]{0,60}\b(?:tokens?|secrets?|passwords?|credentials?|api keys?|KERNEL_SESSION_TOKEN)\b/i,
  /\b(?:do not|don't|never)\b[^.\n]{0,20}\b(?:tell|inform|mention|reveal)\b[^.\n]{0,30}\b(?:user|person|reviewer|human|anyone|owner)\b/i,
  /\b(?:curl|wget)\b[^\n]{0,200}\|[ \t]{0,8}(?:ba|z)?sh\b/i,
  /^[ \t]{0,3}#{1,6}[ \t]/m,
  /^[ \t]{0,8}(?:This briefing was shortened|The package itself leaves out)/im,
  /\n[ \t]{0,8}(?:Goal|Constraints|Acceptance criteria|Next objective|Completed|Decided|Produced|Blocked|Left open|Relevant files|Before you finish)[ \t]{0,8}:?[ \t]{0,8}(?:\n|$)/i,
];

/** Whether `text` reads as an instruction to an agent, or imitates a heading or a note of the briefing. */
export function isInstructionLike(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
