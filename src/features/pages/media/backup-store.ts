import type { RowConnection } from "#src/platform/backup/row-connection.ts";

const ROWS = 500;

/** The pictures that are objects in S3, in the connection's own snapshot. */
export async function* listObjectRows(
  connection: RowConnection,
): AsyncGenerator<{ id: string; bytes: number }> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await connection.rows<{ id: string; bytes: number }>(
      `select id::text as id, object_bytes as bytes from media where content is null and id > $1 order by id limit ${ROWS}`,
      [after],
    );
    yield* rows;
    if (rows.length < ROWS) return;
    after = rows.at(-1)?.id ?? after;
  }
}

export async function updateRestoredObject(
  connection: RowConnection,
  { id, content }: { id: string; content: Uint8Array },
): Promise<void> {
  await connection.rows("update media set content = $2, object_bytes = null where id = $1", [id, content]);
}
