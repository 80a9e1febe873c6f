import * as z from "zod";
import { person, routesOf, storedText } from "#src/lib/endpoint.ts";
import {
  SAVED_VIEWS_MAX,
  VIEW_NAME_CHARS_MAX,
  VIEW_VALUE_CHARS_MAX,
  VIEWED_TABLES,
  VIEWS_BYTES_MAX,
} from "./rules.ts";

const key = z.string().regex(/^[a-z][a-z_]{0,49}$/i);
const viewSchema = z.object({
  columns: z.array(key).max(50),
  sort: z.object({ by: key, order: z.enum(["asc", "desc"]) }).optional(),
});
const viewsSchema = z.object({
  current: viewSchema,
  saved: z
    .array(
      viewSchema.extend({
        name: storedText(VIEW_NAME_CHARS_MAX).min(1),
        filter: z.record(key, z.union([storedText(VIEW_VALUE_CHARS_MAX), z.boolean()])),
      }),
    )
    .max(SAVED_VIEWS_MAX),
});
export type TableViews = z.output<typeof viewsSchema>;

export const storedViewsSchema = viewsSchema.refine(
  (views) => new TextEncoder().encode(JSON.stringify(views)).length <= VIEWS_BYTES_MAX,
  "That’s more than we keep. Delete a saved view first.",
);

const { get, put } = routesOf("notifications");
const table = z.object({ table: z.enum(VIEWED_TABLES) });
const output = z.object({ views: viewsSchema.nullable() });

export const viewsContract = {
  tableViews: person("account.see")
    .route(
      get(
        "/me/table-views/{table}",
        "How you view a table of this account: its columns, their order, and your saved views",
      ),
    )
    .input(table)
    .output(output),
  keepTableViews: person("account.see")
    .route(
      put("/me/table-views/{table}", "Keep how you view a table of this account, for all of your devices"),
    )
    .input(table.extend({ views: storedViewsSchema }))
    .output(output),
};
