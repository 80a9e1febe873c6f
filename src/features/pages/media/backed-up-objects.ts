/* Pictures that are in S3, as backups take them along and bring them back. */
import { StartRefusal } from "#src/lib/errors.ts";
import type { ObjectSource } from "#src/platform/backup/backup.ts";
import type { RowConnection } from "#src/platform/backup/row-connection.ts";
import { type ObjectConfig, ObjectStoreFailure, openObjects } from "#src/platform/objects/object-store.ts";
import { listObjectRows, updateRestoredObject } from "./backup-store.ts";
import { objectKey } from "./rules.ts";

export function objectsFrom(config: ObjectConfig): ObjectSource {
  const objects = openObjects(config, {});
  return {
    list: listObjectRows,
    async read({ id, bytes }) {
      if (!objects)
        throw new StartRefusal(
          "Some pictures are in S3, so a backup needs S3_ENDPOINT and what goes with it.",
        );
      try {
        return await objects.get(objectKey(id), bytes);
      } catch (error) {
        if (!(error instanceof ObjectStoreFailure)) throw error;
        // One broken picture mustn't keep all the others from being backed up, but a broken S3 must.
        await objects.check();
        return undefined;
      }
    },
  };
}

/** Into its row, from where the job that moves pictures takes it to S3, if that's where they go. */
export function restoreObject(
  connection: RowConnection,
  picture: { id: string; content: Uint8Array },
): Promise<void> {
  return updateRestoredObject(connection, picture);
}
