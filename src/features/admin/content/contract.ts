import * as z from "zod";
import {
  changeInput,
  extentSchema,
  SELECTED_THINGS_MAX,
  STAFF_CHANGE_ERRORS,
  staffChangeSchema,
  undoInput,
} from "#src/features/pages/links/staff-changes/change-contract.ts";
import { MARK_ERRORS } from "#src/features/pages/profiles/staff-marks/mark-contract.ts";
import { staffMarkFields } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import { idSchema, listOf, routesOf, staff } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { OWNER_STATES, SHOWN_STATES } from "./rules.ts";

const ownerSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(OWNER_STATES),
});

const foundPageSchema = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  domain: z.string().nullable(),
  display_name: z.string().nullable(),
  bio: z.string().nullable(),
  status: z.enum(["active", "inactive"]),
  link_count: z.number(),
  created_at: z.string(),
  ...staffMarkFields,
  owner: ownerSchema,
});
export type FoundPage = z.infer<typeof foundPageSchema>;

const foundLinkSchema = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  url: z.string(),
  /** Its other addresses: of an A/B test, and for those who may not open it. */
  other_urls: z.array(z.string()),
  description: z.string().nullable(),
  is_visible: z.boolean(),
  show_adult_warning: z.boolean(),
  click_count: z.number(),
  created_at: z.string(),
  ...staffMarkFields,
  page: z.object({
    id: z.string(),
    username: z.string(),
    domain: z.string().nullable(),
    is_hidden: z.boolean(),
  }),
  owner: ownerSchema,
});
export type FoundLink = z.infer<typeof foundLinkSchema>;

const filters = z.object({
  /** Part of a text, a name or an address. */
  q: z.string().max(200).optional(),
  state: z.enum(SHOWN_STATES).optional(),
  owner: z.enum(OWNER_STATES).optional(),
});
export type ContentFilter = z.output<typeof filters>;

const linkFilters = filters.extend({
  /** Where it leads: a domain, with what's below it. */
  host: z.string().max(300).optional(),
  /** Leads to the same address, apart from what makes no difference. */
  url: z.string().max(2048).optional(),
});
export type LinkContentFilter = z.output<typeof linkFilters>;

const cursor = z.string().max(4000).optional();
const ids = z.array(idSchema).min(1).max(SELECTED_THINGS_MAX);
const byId = z.object({ id: idSchema });
const counted = { total: z.number(), is_estimate: z.boolean() };

const { get, post } = routesOf("staff");
const { STAFF_REASON_MISSING, CHANGE_NOT_FOUND, CHANGE_RUNNING, CHANGE_UNDONE } = STAFF_CHANGE_ERRORS;
const UNDO_ERRORS = { STAFF_REASON_MISSING, CHANGE_NOT_FOUND, CHANGE_RUNNING, CHANGE_UNDONE };

export const contentContract = {
  profiles: staff("moderation")
    .route(get("/admin/profiles", "The pages of all accounts, newest first"))
    .errors(LIST_ERRORS)
    .input(filters.extend({ cursor }))
    .output(listOf(foundPageSchema).extend(counted)),
  profilePage: staff("moderation")
    .route(get("/admin/profiles/{id}/page", "A page as visitors see it, or would if it weren’t hidden"))
    .errors(pickErrors(MARK_ERRORS, "PROFILE_NOT_FOUND"))
    .input(byId)
    .output(z.object({ html: z.string() })),
  changeProfiles: staff("moderation")
    .route(
      post(
        "/admin/profiles/changes",
        "Hide pages, label them as adult content, or take that back, or say what would change",
      ),
    )
    .errors({ STAFF_REASON_MISSING })
    .input(changeInput.extend({ target: z.strictObject({ ids }) }))
    .output(extentSchema),
  profileChanges: staff("moderation")
    .route(get("/admin/profiles/changes", "What staff did to many pages lately"))
    .output(listOf(staffChangeSchema)),
  profileChange: staff("moderation")
    .route(get("/admin/profiles/changes/{id}", "How far a change of many pages is"))
    .errors({ CHANGE_NOT_FOUND })
    .input(byId)
    .output(staffChangeSchema),
  undoProfiles: staff("moderation")
    .route(post("/admin/profiles/changes/{id}/undo", "Undo a change of many pages, once"))
    .errors(UNDO_ERRORS)
    .input(undoInput)
    .output(staffChangeSchema),
  links: staff("moderation")
    .route(
      get(
        "/admin/links",
        "The links of all accounts, newest first; those to a host or an address by account",
      ),
    )
    .errors({ ...LIST_ERRORS, ...pickErrors(STAFF_CHANGE_ERRORS, "HOST_INVALID", "ADDRESS_INVALID") })
    .input(linkFilters.extend({ cursor }))
    .output(listOf(foundLinkSchema).extend(counted)),
  hosts: staff("moderation")
    .route(get("/admin/links/hosts", "Where most links lead; counted every minute"))
    .errors(LIST_ERRORS)
    .input(z.object({ cursor }))
    .output(listOf(z.object({ host: z.string(), links: z.number() }))),
  changeLinks: staff("moderation")
    .route(
      post(
        "/admin/links/changes",
        "Hide links, those to a host, or those to an address, label them, or take that back, or say what would change",
      ),
    )
    .errors(pickErrors(STAFF_CHANGE_ERRORS, "STAFF_REASON_MISSING", "HOST_INVALID", "ADDRESS_INVALID"))
    .input(
      changeInput.extend({
        target: z.union([
          z.strictObject({ ids }),
          z.strictObject({ host: z.string().max(300) }),
          z.strictObject({ url: z.string().max(2048) }),
        ]),
      }),
    )
    .output(extentSchema),
  linkChanges: staff("moderation")
    .route(get("/admin/links/changes", "What staff did to many links lately"))
    .output(listOf(staffChangeSchema)),
  linkChange: staff("moderation")
    .route(get("/admin/links/changes/{id}", "How far a change of many links is"))
    .errors({ CHANGE_NOT_FOUND })
    .input(byId)
    .output(staffChangeSchema),
  undoLinks: staff("moderation")
    .route(post("/admin/links/changes/{id}/undo", "Undo a change of many links, once"))
    .errors(UNDO_ERRORS)
    .input(undoInput)
    .output(staffChangeSchema),
};
