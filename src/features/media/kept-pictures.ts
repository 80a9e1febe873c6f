import type { MediaContent } from "./store.ts";

/** About 400 pictures of people, or 40 large backgrounds. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;

export interface Picture extends Pick<MediaContent, "content_type"> {
  content: Uint8Array<ArrayBuffer>;
}
type Read = (id: string) => Promise<Pick<MediaContent, "content" | "content_type"> | undefined>;

interface Kept {
  picture: Promise<Picture | undefined>;
  bytes: number;
}

/**
 * The pictures that were last asked for. Each is read once, however many ask at the same time, and all get the same
 * bytes: a large one keeps the embedded database, and with it everyone else, busy for 50 ms.
 */
export class KeptPictures {
  readonly #read: Read;
  readonly #bytesMax: number;
  /** The one that was asked for last comes last. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(read: Read, bytesMax = KEPT_BYTES_MAX) {
    this.#read = read;
    this.#bytesMax = bytesMax;
  }

  find(id: string): Promise<Picture | undefined> {
    const kept = this.#kept.get(id) ?? this.#begin(id);
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept.picture;
  }

  #begin(id: string): Kept {
    const picture = this.#read(id).then(
      (found) => found && { ...found, content: new Uint8Array(found.content) },
    );
    const kept = { picture, bytes: 0 };
    picture.then(
      (found) => (found ? this.#weigh(id, kept, found.content.length) : this.#drop(id)),
      () => this.#drop(id),
    );
    return kept;
  }

  #weigh(id: string, kept: Kept, bytes: number): void {
    if (this.#kept.get(id) !== kept) return;
    kept.bytes = bytes;
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#drop(oldest);
    }
  }

  #drop(id: string): void {
    this.#bytes -= this.#kept.get(id)?.bytes ?? 0;
    this.#kept.delete(id);
  }
}
