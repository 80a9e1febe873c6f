/* Links made from their addresses, and filled in from the pages that they lead to. */
import * as z from "zod";
import { idSchema, listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { ADDRESSES_MAX } from "./address-rules.ts";
import { LINK_ERRORS, linkSchema } from "./contract.ts";

/** Why an address isn't added as a link, among others that are. */
export const ADDRESS_ERRORS = {
  ...pickErrors(LINK_ERRORS, "URL_INVALID", "URL_TOO_LONG", "URL_DANGEROUS"),
  HANDLE_UNCLEAR: {
    status: 400,
    message: "Say where that name is, for example “TikTok @you” or “@you on Instagram”.",
  },
} as const;

const notAddedSchema = z.object({ address: z.string(), code: z.string(), message: z.string() });
export type NotAdded = z.infer<typeof notAddedSchema>;

const detailFieldsSchema = linkSchema
  .pick({ title: true, description: true, icon: true, show_icon: true, picture_url: true })
  .partial();
export type DetailFields = z.infer<typeof detailFieldsSchema>;

const { post } = routesOf("links");

export const addressContract = {
  createFromAddresses: member("links.edit")
    .route(
      post(
        "/profiles/{profile_id}/links/from-addresses",
        "Add links by their addresses alone, as many as fit; titles and icons follow from the addresses",
      ),
    )
    .errors(pickErrors(LINK_ERRORS, "PROFILE_NOT_FOUND"))
    .input(
      z.object({
        profile_id: idSchema,
        addresses: z
          .array(
            z.object({
              /** Created by the form, so that sending it twice adds each link once. */
              id: z.uuid().optional(),
              /** A URL, a phone number, an e-mail address, or a name with its service, such as “TikTok @you”. */
              address: z.string().max(20_000, "This text is too long."),
            }),
          )
          .min(1)
          .max(ADDRESSES_MAX, `Send up to ${ADDRESSES_MAX} addresses at a time.`),
      }),
    )
    .output(listOf(linkSchema).extend({ not_added: z.array(notAddedSchema) })),
};

/** Served by the slice that reads pages. */
export const linkDetailsContract = {
  fillIn: member("links.edit")
    .route(
      post(
        "/links/{id}/fill-in",
        "Fill in a new link’s title, description, and picture from the page that it leads to; what was typed stays",
      ),
    )
    .errors(pickErrors(LINK_ERRORS, "LINK_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(
      z.object({
        link: linkSchema,
        /** What was there before, for undoing it; null if nothing changed. */
        before: detailFieldsSchema.nullable(),
      }),
    ),
};
