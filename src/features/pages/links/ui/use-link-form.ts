import { useEffect } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { draftOf, fieldOf, fieldsOf, formOf, LINK_FORM_CHECKS, type LinkFormValues } from "./link-form.ts";
import { linksApi } from "./shared/link-queries.ts";
import { useLinkCache } from "./use-link-cache.ts";

interface LinkFormInput {
  profileId: string;
  /** The link to edit, or undefined for a new one. */
  link: Link | undefined;
  onDraft: (draft: Link | null) => void;
  onDone: () => void;
}

function newLink(profile_id: string, id: string): Link {
  const now = new Date().toISOString();
  const { is_limited: _, ...values } = formOf(undefined);
  return {
    id,
    profile_id,
    user_id: "",
    ...values,
    geo_restrictions: null,
    is_visible: true,
    position: 0,
    click_count: 0,
    created_at: now,
    updated_at: now,
  };
}

/** A link's form, with a preview that follows the typing. */
export function useLinkForm({ profileId, link, onDraft, onDone }: LinkFormInput) {
  const cache = useLinkCache(profileId);
  useEffect(() => () => onDraft(null), [onDraft]);
  return useEntityForm({
    kind: "closes",
    // Typing a letter rerenders only what depends on it.
    mode: "uncontrolled",
    row: link,
    valuesOf: (row?: Link): LinkFormValues => formOf(row),
    checks: LINK_FORM_CHECKS,
    sentOf: fieldsOf,
    send: (fields, { id, updated_at }) =>
      link
        ? linksApi.update.call({ id, updated_at, ...fields })
        : linksApi.create.call({ id, profile_id: profileId, ...fields }),
    fieldOf,
    failure: "The link couldn’t be saved. Try again.",
    onSaved: (saved) => {
      cache.keep(saved);
      cache.refresh();
      onDone();
    },
    onTaken: cache.keep,
    onValues: (values, { id, row }) => onDraft(draftOf(row ?? newLink(profileId, id), values)),
  });
}
