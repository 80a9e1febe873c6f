/* What an account's export says about its pictures. */
import * as z from "zod";
import { isId } from "#src/lib/endpoint.ts";
import type { ExportReader } from "#src/platform/account-data-registry.ts";
import { PURPOSES } from "./contract.ts";
import { mediaPath } from "./rules.ts";

const pictureSchema = z.object({
  id: z.string().refine(isId),
  content_type: z.enum(["image/webp", "image/jpeg", "image/png", "image/gif", "video/mp4", "video/webm"]),
  // Whoever imports has a picture of their own.
  purpose: z.enum([...PURPOSES, "video", "mail"]),
  name: z.string().max(1000).default(""),
  alt_text: z.string().max(1000).default(""),
  focus: z.string().max(20).nullish(),
});
export type ExportedPicture = z.output<typeof pictureSchema>;

/** By their paths in the export. */
export async function listExportedPictures(
  from: Pick<ExportReader, "rows">,
): Promise<Map<string, ExportedPicture>> {
  const pictures = await from.rows("pictures", pictureSchema);
  return new Map(pictures.map((picture) => [mediaPath(picture), picture]));
}
