import { addCounts, type RedactionCounts } from '#schema/documents/redaction/classes.ts';
import { secretValuesOf } from '#schema/documents/redaction/secret-values-of.ts';
import { Connection } from '../api/connection.ts';
import { fetchViewer, type Viewer } from '../api/operations/organisation/viewer.ts';
import type { Host } from './host.ts';
import { signIn, type SignIn } from './sign-in/sign-in.ts';

/** The options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly server?: string;
  readonly idempotencyKey?: string;
  /** Longest wait for one answer, in seconds. */
  readonly timeout?: number;
}

/** One run of one command: its process, its options, and the server it speaks to once it needs one. */
export class Call {
  readonly host: Host;
  readonly options: GlobalOptions;
  /** What was replaced in what this run sent. */
  readonly redactions: RedactionCounts = {};
  #signIn: Promise<SignIn> | undefined;
  #connection: Promise<Connection> | undefined;
  #viewer: Promise<Viewer> | undefined;

  constructor(host: Host, options: GlobalOptions) {
    this.host = host;
    this.options = options;
  }

  /** Where to and as whom, from options, variables and the credentials. */
  signIn(): Promise<SignIn> {
    this.#signIn ??= signIn(this.host.env, this.options.server);
    return this.#signIn;
  }

  /** The server, signed in. */
  connection(): Promise<Connection> {
    this.#connection ??= this.signIn().then((target) => this.connect(target.serverUrl, target.token));
    return this.#connection;
  }

  /** A connection of its own, for a server and token that are not yet kept. */
  connect(serverUrl: string, token: string | undefined): Connection {
    const { timeout } = this.options;
    return new Connection({
      serverUrl,
      token,
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      secretValues: secretValuesOf(this.host.env),
      onRedactions: (counts) => addCounts(this.redactions, counts),
    });
  }

  /** Who is signed in; a session's viewer knows its session and work item. Asked once. */
  viewer(): Promise<Viewer> {
    this.#viewer ??= this.connection().then(fetchViewer);
    return this.#viewer;
  }

  /**
   * The key for one step of this command: the caller's, so that a whole command can be repeated safely, with the name
   * of the step where a command has several; undefined leaves the connection to make one.
   */
  key(step?: string): string | undefined {
    const given = this.options.idempotencyKey;
    return given === undefined || step === undefined ? given : `${given}:${step}`;
  }
}
