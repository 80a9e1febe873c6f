interface Picture<Content = Uint8Array> {
  content: Content;
  content_type: string;
}
type Shared = Picture<Uint8Array<ArrayBuffer>>;

interface Kept {
  picture: Promise<Shared | undefined>;
  bytes: number;
}

/**
 * The most recently used pictures. Concurrent requests share one computation and the same bytes, because
 * reading a large picture, or drawing one, holds up everyone else.
 */
export class ImageCache {
  readonly #bytesMax: number;
  /** In order of use, most recent last. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Calls `make` for a picture that isn't cached. A key must always stand for the same picture. */
  find(key: string, make: () => Promise<Picture | undefined>): Promise<Shared | undefined> {
    const kept = this.#kept.get(key) ?? this.#begin(key, make);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.picture;
  }

  #begin(key: string, make: () => Promise<Picture | undefined>): Kept {
    const picture = make().then((made) => made && { ...made, content: new Uint8Array(made.content) });
    const kept = { picture, bytes: 0 };
    picture.then(
      (made) => (made ? this.#weigh(key, kept, made.content.length) : this.#drop(key)),
      () => this.#drop(key),
    );
    return kept;
  }

  #weigh(key: string, kept: Kept, bytes: number): void {
    if (this.#kept.get(key) !== kept) return;
    kept.bytes = bytes;
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}
