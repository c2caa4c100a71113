/** Thrown when the server failed rather than refused. `eventId`, where given, is the id the fault is logged under. */
export class ServerFault extends Error {
  override name = 'ServerFault';
  readonly eventId: string | undefined;

  constructor(message: string, eventId?: string) {
    super(eventId === undefined ? message : `${message} It is logged on the server as ${eventId}.`);
    this.eventId = eventId;
  }
}
