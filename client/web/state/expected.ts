/** What an act shows before the server has answered. */
export interface Expected {
  /** The server refused: shows things as they were. */
  undo(): void;
  /** The server has done it: what was expected is shown until it was read. */
  settle(): void;
}
