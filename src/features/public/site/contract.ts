import * as z from "zod";
import { BEACON_BODY, open, routesOf } from "#src/lib/endpoint.ts";
import { CLIENT_ERRORS_PATH } from "#src/lib/paths.ts";

/** Reports are small. Anything larger isn't read. */
const CLIENT_ERROR_BYTES_MAX = 16 * 1024;

const text = z.string().max(CLIENT_ERROR_BYTES_MAX);

export const clientErrorSchema = z.object({
  source: z.enum(["dashboard", "page", "site"]),
  message: text,
  stack: text.default(""),
  /** The path of the page, without its query. */
  path: text.default(""),
});

const { post } = routesOf("site");

export const siteContract = {
  reportError: open({ ...BEACON_BODY, bytesMax: CLIENT_ERROR_BYTES_MAX })
    .route(post(CLIENT_ERRORS_PATH, "Tell the server's log of an error in a browser", { successStatus: 202 }))
    .input(clientErrorSchema)
    .output(z.object({ logged: z.boolean() })),
};
