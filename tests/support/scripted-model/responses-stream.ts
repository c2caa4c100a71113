import type { SentEvent } from './messages-stream.ts';
import { type ModelCall, modelId, type ModelTurn, usageOf } from './turn.ts';

/** The events of one answer of the OpenAI Responses API, which Codex speaks. */
export function responsesStream(model: unknown, turn: ModelTurn): SentEvent[] {
  const { inputTokens, outputTokens } = usageOf(turn);
  const output = itemsOf(turn);
  const response = {
    id: modelId('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    model,
    status: 'completed',
    output,
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens + outputTokens,
    },
    error: null,
    incomplete_details: null,
  };
  const begun = { ...response, status: 'in_progress', output: [], usage: null };
  const events: object[] = [
    { type: 'response.created', response: begun },
    ...output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response },
  ];
  return events.map((event, sequence_number) => [(event as { type: string }).type, { ...event, sequence_number }]);
}

function itemsOf({ text, calls = [] }: ModelTurn): object[] {
  const content = [{ type: 'output_text', text, annotations: [] }];
  const message = { type: 'message', id: modelId('msg'), role: 'assistant', status: 'completed', content };
  return [...(text === undefined ? [] : [message]), ...calls.map(callItem)];
}

function callItem({ tool, input, namespace }: ModelCall): object {
  const common = { call_id: modelId('call'), name: tool, status: 'completed' };
  if (typeof input === 'string') return { type: 'custom_tool_call', id: modelId('ctc'), ...common, input };
  const place = namespace === undefined ? {} : { namespace };
  return { type: 'function_call', id: modelId('fc'), ...common, ...place, arguments: JSON.stringify(input) };
}
