import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ErrorCode,
  InitializeRequestSchema,
  type InitializeResult,
  LATEST_PROTOCOL_VERSION,
  McpError,
  type ServerNotification,
  type ServerRequest,
  type ServerResult,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';

/** Revisions of the protocol in which a result is text alone. */
const TEXT_ONLY_REVISIONS: readonly string[] = ['2024-10-07', '2024-11-05', '2025-03-26'];

/**
 * The SDK's protocol with the one answer that a server adds to it: initialize. It stands in the place of the SDK's
 * Server class, whose file loads two validators of JSON Schema that check what clients say in elicitations; this server
 * elicits nothing, and they are two thirds of all that would be read before the first answer.
 */
export class KernelProtocol extends Protocol<ServerRequest, ServerNotification, ServerResult> {
  #revision = LATEST_PROTOCOL_VERSION;

  /** `told` is what initialize answers beside the revision. */
  constructor(told: Pick<InitializeResult, 'capabilities' | 'instructions' | 'serverInfo'>) {
    super();
    this.setRequestHandler(InitializeRequestSchema, ({ params }) => {
      const isKnown = SUPPORTED_PROTOCOL_VERSIONS.includes(params.protocolVersion);
      this.#revision = isKnown ? params.protocolVersion : LATEST_PROTOCOL_VERSION;
      return { ...told, protocolVersion: this.#revision };
    });
  }

  /** Whether the client knows structured results: revisions before 2025-06-18 know only text. */
  get structured(): boolean {
    return !TEXT_ONLY_REVISIONS.includes(this.#revision);
  }

  /** Handlers and capabilities are one list in create-mcp-server.ts, and nothing is asked of a client or told to it. */
  protected override assertCapabilityForMethod(): void {}
  protected override assertNotificationCapability(): void {}
  protected override assertRequestHandlerCapability(): void {}
  protected override assertTaskCapability(): void {}

  /** Throws McpError: no request is carried out as a task. */
  protected override assertTaskHandlerCapability(method: string): void {
    throw new McpError(ErrorCode.InvalidRequest, `${method} is not offered as a task; send it without one`);
  }
}
