import type { Link } from "#src/features/pages/links/contract.ts";
import { formOf } from "./link-form.ts";

const NO_ACCESS = {
  schedule: null,
  expires_at: null,
  expires_clicks: null,
  expired_url: null,
  opened_count: 0,
  audience: null,
  has_password: false,
  notes: null,
} as const;

/** A link that isn't stored yet, for the preview. */
export function newLink(profile_id: string, id: string): Link {
  const now = new Date().toISOString();
  const { is_limited: _, ...values } = formOf(undefined);
  return {
    id,
    profile_id,
    user_id: "",
    ...values,
    kind: "link",
    content: null,
    parent_id: null,
    animation: null,
    picture_url: null,
    folder: null,
    staff_hidden: null,
    staff_adult: null,
    geo_restrictions: null,
    ...NO_ACCESS,
    short_name: null,
    is_short_name_own: false,
    problem: null,
    problem_at: null,
    is_visible: true,
    position: 0,
    click_count: 0,
    created_at: now,
    updated_at: now,
  };
}
