/* The records in a backup: what they say as JSON, and rows or pictures as bytes between them. */

/**
 * `opening` and `closing` say what's in the backup. `table` begins a table, whose rows follow as `bytes`, and
 * `table_end` ends it. `object` is a picture from S3, whose content follows as `bytes`.
 */
export const RECORD_KINDS = ["opening", "closing", "table", "table_end", "object", "bytes"] as const;
type RecordKind = (typeof RECORD_KINDS)[number];

export type RecordPart =
  | { kind: Exclude<RecordKind, "bytes">; value: unknown }
  | { kind: "bytes"; bytes: Uint8Array };

export interface PackedRecord {
  kind: RecordKind;
  bytes: Buffer;
}

const HEAD_BYTES = 5;
/** Longer than any picture or video, so that a broken file can't ask for all memory. */
const RECORD_BYTES_MAX = 512 * 1024 * 1024;

export async function* framed(records: AsyncIterable<RecordPart>): AsyncGenerator<Buffer> {
  for await (const record of records) {
    const payload =
      record.kind === "bytes" ? Buffer.from(record.bytes) : Buffer.from(JSON.stringify(record.value));
    const head = Buffer.alloc(HEAD_BYTES);
    head[0] = RECORD_KINDS.indexOf(record.kind);
    head.writeUInt32BE(payload.length, 1);
    yield head;
    if (payload.length > 0) yield payload;
  }
}

export async function* unframed(stream: AsyncIterable<Buffer>): AsyncGenerator<PackedRecord> {
  let waiting: Buffer[] = [];
  let available = 0;
  let head: { kind: RecordKind; bytes: number } | undefined;
  const take = (bytes: number): Buffer => {
    const all = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting);
    waiting = [all.subarray(bytes)];
    available = all.length - bytes;
    return all.subarray(0, bytes);
  };
  for await (const bytes of stream) {
    waiting.push(bytes);
    available += bytes.length;
    while (available >= (head?.bytes ?? HEAD_BYTES)) {
      if (!head) {
        const start = take(HEAD_BYTES);
        const kind = RECORD_KINDS[start[0] ?? -1];
        head = { kind: kind ?? "closing", bytes: start.readUInt32BE(1) };
        if (!kind || head.bytes > RECORD_BYTES_MAX)
          throw new Error("The backup has a record of no known kind.");
      }
      if (available < head.bytes) break;
      yield { kind: head.kind, bytes: take(head.bytes) };
      head = undefined;
    }
  }
}
