import * as z from "zod";
import { endpoint } from "#src/lib/endpoint.ts";

/** A report is small; more than this is not read. */
const CLIENT_ERROR_BYTES_MAX = 16 * 1024;

const text = z.string().max(CLIENT_ERROR_BYTES_MAX);

export const clientErrorSchema = z.object({
  /** Which part of the product it happened in. */
  source: z.enum(["dashboard", "page", "site"]),
  message: text,
  stack: text.default(""),
  /** The path of the page, without its query. */
  path: text.default(""),
});

export const siteContract = {
  reportError: endpoint
    .route({
      method: "POST",
      path: "/client-errors",
      tags: ["site"],
      successStatus: 202,
      summary: "Tell the server's log of an error in a browser",
    })
    .meta({ access: "public", body: { kind: "json", bytesMax: CLIENT_ERROR_BYTES_MAX } })
    .input(clientErrorSchema)
    .output(z.object({ logged: z.boolean() })),
};
