import { type LoadedFile, loadFiles } from "#src/features/templates/files.ts";
import { ContentError } from "#src/features/templates/render.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Snapshot } from "./snapshot.ts";

/** In memory once for all recipients, for as long as the campaign is being sent. */
const loaded = new WeakMap<Snapshot, Promise<LoadedFile[]>>();

/** The files that go along with a campaign. Pass the same snapshot for all recipients. Throws if one is gone. */
export function loadAttachments(ctx: Ctx, snapshot: Snapshot): Promise<LoadedFile[]> {
  const known = loaded.get(snapshot);
  if (known) return known;
  const loading = load(ctx, snapshot);
  loaded.set(snapshot, loading);
  // What the database couldn't give is asked for again.
  loading.catch(() => loaded.delete(snapshot));
  return loading;
}

async function load(ctx: Ctx, { attachments }: Snapshot): Promise<LoadedFile[]> {
  const files = await loadFiles(ctx, ctx.account, attachments);
  if (files) return files;
  throw new ContentError({ severity: "stop", where: "html", message: "An attachment is gone" });
}
