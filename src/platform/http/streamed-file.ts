import { csvLines } from "#src/lib/csv.ts";

type Piece = string | Uint8Array<ArrayBuffer>;

/** A file that's generated while it's sent, so that only a piece of it is ever in memory. */
export class StreamedFile extends File {
  readonly #pieces: AsyncGenerator<Piece>;

  constructor(name: string, type: string, pieces: AsyncGenerator<Piece>) {
    super([], name, { type });
    this.#pieces = pieces;
  }

  /** `onFailure` receives the error that ended the file early. The file's reader only sees its end. */
  override stream(onFailure = (_: unknown) => {}): ReadableStream<Uint8Array<ArrayBuffer>> {
    const pieces = this.#pieces;
    const { name } = this;
    const encoder = new TextEncoder();
    let isLeft = false;
    return new ReadableStream({
      async pull(controller) {
        try {
          let piece = await pieces.next();
          // Nothing yet: whoever makes the pieces only asks whether somebody still waits.
          while (!isLeft && !piece.done && piece.value.length === 0) piece = await pieces.next();
          // The reader may go away while a piece is being generated.
          if (isLeft) return;
          if (piece.done) controller.close();
          else
            controller.enqueue(typeof piece.value === "string" ? encoder.encode(piece.value) : piece.value);
        } catch (error) {
          if (isLeft) return;
          onFailure(error);
          controller.error(new Error(`${name} breaks off.`));
        }
      },
      async cancel() {
        isLeft = true;
        await pieces.return(undefined);
      },
    });
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.stream()).arrayBuffer();
  }

  override text(): Promise<string> {
    return new Response(this.stream()).text();
  }
}

type Batches = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
type Row = readonly (string | number)[];

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Creates a CSV file that spreadsheets read as UTF-8, written batch by batch. `name` has to be ASCII without
 * quotes.
 */
export function csvFile(name: string, head: readonly string[], batches: Batches): StreamedFile {
  return new StreamedFile(name, "text/csv; charset=utf-8", linesOf(head, batches));
}

async function* linesOf(head: readonly string[], batches: Batches): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([head]);
  for await (const rows of batches) yield csvLines(rows);
}
