import type { ContentKind } from '#platform/files/content.ts';
import { type Picture, redraw } from '#platform/files/redraw.ts';

export type PictureKind = Exclude<ContentKind, 'pdf' | 'txt'>;

/** Draws pictures that users send. In the server that is a process of its own. */
export interface Pictures {
  /**
   * @throws Problem attachment_unreadable, attachment_pixels_too_many, or service_unavailable when
   * too many pictures wait.
   */
  redraw(bytes: Buffer, kind: PictureKind): Promise<Picture>;
  stop(): Promise<void>;
}

/** Draws in this process: for tests, whose subject is something else. */
export const drawnHere: Pictures = { redraw, stop: async () => undefined };
