/** The end of every briefing: what a session does not record is in no package after it. */
export const closingInstruction =
  'Before you finish\n' +
  'Record every decision, artifact and blocker in Kernel as you go: what is not recorded does not reach the next ' +
  'session. Complete the work item in Kernel when the acceptance criteria are met.\n';
