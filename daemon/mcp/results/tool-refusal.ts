/** An expected "no" of a tool: what is wrong, and what the model is to do next. Both are sentences. */
export class ToolRefusal extends Error {
  override name = 'ToolRefusal';
  readonly code: string;
  readonly remedy: string;

  constructor(code: string, message: string, remedy: string) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}
