import { modelId, type ModelTurn, usageOf } from './turn.ts';

/** One server-sent event: its name and its data. */
export type SentEvent = readonly [name: string, data: object];

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown };

/** The events of one answer of the Anthropic Messages API, which Claude Code speaks. */
export function messagesStream(model: unknown, turn: ModelTurn): SentEvent[] {
  const { inputTokens, outputTokens } = usageOf(turn);
  const blocks = blocksOf(turn);
  const message = {
    id: modelId('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: inputTokens, output_tokens: 1 },
  };
  const stop_reason = blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  return [
    ['message_start', { type: 'message_start', message }],
    ...blocks.flatMap(blockEvents),
    [
      'message_delta',
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: outputTokens } },
    ],
    ['message_stop', { type: 'message_stop' }],
  ];
}

function blocksOf({ text, calls = [] }: ModelTurn): Block[] {
  const said: Block[] = text === undefined ? [] : [{ type: 'text', text }];
  return [
    ...said,
    ...calls.map(({ tool, input }): Block => ({ type: 'tool_use', id: modelId('toolu'), name: tool, input })),
  ];
}

function blockEvents(block: Block, index: number): SentEvent[] {
  const isText = block.type === 'text';
  const content_block = isText ? { ...block, text: '' } : { ...block, input: {} };
  const delta = isText
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
  return [
    ['content_block_start', { type: 'content_block_start', index, content_block }],
    ['content_block_delta', { type: 'content_block_delta', index, delta }],
    ['content_block_stop', { type: 'content_block_stop', index }],
  ];
}
